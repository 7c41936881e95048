#include "core/routeros/script/program.h"

#include <algorithm>

namespace core::routeros::script {

Expression::Expression() = default;
Expression::Expression(ExpressionKind k, Position position, std::string octets) : kind(k), at(position), text(std::move(octets)) {}
Expression::Expression(const Expression&) = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(const Expression&) = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

bool Expression::operator==(const Expression& other) const {
    return kind == other.kind && op == other.op && text == other.text && parts == other.parts && block == other.block;
}

const Expression* Statement::argument(std::string_view name) const {
    const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const Argument& a) { return a.name == name; });
    return found == arguments.end() ? nullptr : &found->value;
}

const Expression* Statement::positional(std::size_t n) const {
    for (const Argument& argument : arguments) {
        if (argument.name.empty() && n-- == 0) {
            return &argument.value;
        }
    }
    return nullptr;
}

bool Statement::operator==(const Statement& other) const {
    return kind == other.kind && menu == other.menu && verb == other.verb && text == other.text && arguments == other.arguments;
}

const Diagnostic* Program::firstError() const {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
    return found == diagnostics.end() ? nullptr : &*found;
}

} // namespace core::routeros::script
