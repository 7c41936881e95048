// WinBox address files of any octets.
#include "core/workspace/winbox_addresses.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view file = fuzz::text(data, size);
    (void)core::workspace::isWinboxFile(file);
    (void)core::workspace::isEncryptedWinboxFile(file);
    (void)core::workspace::readWinboxFile(file);
    (void)core::workspace::readWinboxFile(file, "password");
    return 0;
}
