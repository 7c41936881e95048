// A script of any octets: read, printed, and what was printed is read without an error if the first was.
#include "core/routeros/script/parser.h"
#include "core/routeros/script/program_printer.h"
#include "tests/fuzz/fuzz_input.h"

namespace script = core::routeros::script;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const script::Program program = script::parseProgram(fuzz::text(data, size));
    const std::string printed = script::printProgram(program);
    const script::Program again = script::parseProgram(printed);
    if (!program.firstError()) {
        fuzz::require(!again.firstError());
    }
    return 0;
}
