// MNDP packets of any octets.
#include "core/link/mndp.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)core::link::decodeMndp(fuzz::text(data, size));
    return 0;
}
