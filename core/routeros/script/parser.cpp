#include "core/routeros/script/parser.h"

#include "core/routeros/script/reader.h"

namespace core::routeros::script {

Program parseProgram(std::string_view text) { return Reader(text).run(); }

core::base::Result<Script> parseScript(std::string_view text, std::string_view fileName) { return plainCommands(parseProgram(text), fileName); }

} // namespace core::routeros::script
