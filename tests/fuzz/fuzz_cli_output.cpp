// What a router's command line printed, in every form it is read in; the first octet chooses.
#include "core/link/as_value.h"
#include "core/link/cli_block.h"
#include "core/link/cli_detail.h"
#include "core/link/cli_table.h"
#include "core/link/cli_values.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view output = fuzz::text(data + 1, size - 1);
    switch (data[0] % 6) {
    case 0:
        (void)core::link::parseCliTable(output);
        break;
    case 1:
        (void)core::link::parseCliDetail(output);
        break;
    case 2:
        (void)core::link::parseCliBlock(output);
        break;
    case 3:
        (void)core::link::parseAsValue(output);
        break;
    case 4:
        (void)core::link::parseJsonRows(output);
        break;
    default:
        (void)core::link::apiSpelling("/interface/ethernet", "rx-byte", output);
        break;
    }
    return 0;
}
