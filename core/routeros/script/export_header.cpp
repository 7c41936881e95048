#include "core/routeros/script/export_header.h"

#include <array>
#include <utility>

namespace core::routeros::script {

namespace {

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    const std::size_t last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

constexpr std::string_view kBy = " by RouterOS ";

} // namespace

ExportHeader exportHeader(const Program& program) {
    ExportHeader out;
    const std::array<std::pair<std::string_view, std::optional<std::string>*>, 3> fields{
        {{"software id", &out.softwareId}, {"model", &out.model}, {"serial number", &out.serialNumber}}};
    for (const Statement& statement : program.statements) {
        if (statement.kind != Statement::Kind::Comment) {
            break;
        }
        const std::string_view text = statement.text;
        if (const std::size_t by = text.find(kBy); by != std::string_view::npos && !out.version) {
            out.exportedAt = trimmed(text.substr(0, by));
            const std::string rest = trimmed(text.substr(by + kBy.size()));
            out.version = rest.substr(0, rest.find(' '));
        }
        const std::size_t equals = text.find('=');
        for (const auto& [name, field] : fields) {
            if (equals != std::string_view::npos && !*field && trimmed(text.substr(0, equals)) == name) {
                *field = trimmed(text.substr(equals + 1));
            }
        }
    }
    return out;
}

} // namespace core::routeros::script
