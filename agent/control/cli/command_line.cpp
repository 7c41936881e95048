#include "agent/control/cli/command_line.h"

#include "agent/control/cli/names.h"
#include "agent/control/cli/value_text.h"
#include "agent/control/tree/menus.h"
#include "core/routeros/script/parser.h"

#include <algorithm>

namespace agent::control {

namespace script = core::routeros::script;
using script::Argument;
using script::Expression;
using script::ExpressionKind;
using script::Statement;

namespace {

// The reader's own words are for those who check files; the console's are few.
std::string wording(std::string_view diagnostic) { return diagnostic.find("closes nothing") != std::string_view::npos ? "expected command name" : "syntax error"; }

bool isOpen(const script::Diagnostic& diagnostic) { return diagnostic.text.find("never closed") != std::string::npos; }

bool isPrintedValue(const Statement& s) {
    return s.kind == Statement::Kind::Command && s.verb == "print" && std::any_of(s.arguments.begin(), s.arguments.end(), [](const Argument& a) {
               return a.name.empty() && a.value.kind == ExpressionKind::Word && a.value.text == "count-only";
           });
}

// "print count-only" as a command shows what it gives as a value.
void showValues(script::Block& block) {
    for (Statement& s : block) {
        if (!isPrintedValue(s)) {
            continue;
        }
        Expression inner(ExpressionKind::Substitution, s.at);
        const script::Position at = s.at;
        inner.block.push_back(std::move(s));
        s = Statement();
        s.verb = ":put";
        s.at = at;
        s.arguments.push_back({{}, std::move(inner), at});
    }
}

// ":12:3: no such item" → "no such item"
std::string withoutPosition(std::string_view text) {
    for (int i = 0; i < 2; ++i) {
        const std::size_t end = text.find_first_not_of("0123456789", 1);
        if (!text.starts_with(':') || end == std::string_view::npos || end == 1) {
            return std::string(text);
        }
        text.remove_prefix(end);
    }
    text.remove_prefix(text.starts_with(": ") ? 2 : 0);
    return std::string(text);
}

} // namespace

bool CommandLine::keepsMenu(std::string_view menu) {
    if (knownMenu(menu) || isDirectory(menu)) {
        return false;
    }
    bool keeps = false;
    gate_.call([&](Context& context) {
        for (const auto& [path, items] : context.tree().tables()) {
            const bool under = path.starts_with(menu) && (path.size() == menu.size() || path[menu.size()] == '/');
            keeps = keeps || (under && !items.empty());
        }
    });
    return keeps;
}

CommandLine::Done CommandLine::fail(Done done, std::string_view text, script::Position at) {
    output_.line(printable(text) + " (line " + std::to_string(at.line) + " column " + std::to_string(at.column) + ")");
    done.failed = true;
    return done;
}

CommandLine::Done CommandLine::run(std::string_view text, std::string_view menu, bool moreMayCome) {
    Done done;
    done.menu = menu;
    router_.beginLine();
    output_.beginCommand();
    // The reader has no menu to begin in: a line above the text says it.
    const int above = menu.empty() ? 0 : 1;
    const std::string whole = menu.empty() ? std::string(text) : std::string(menu) + "\n" + std::string(text);
    script::Program program = script::parseProgram(whole);
    const auto shown = [above](script::Position at) { return script::Position{std::max(1, at.line - above), at.column}; };
    if (const script::Diagnostic* error = program.firstError()) {
        if (moreMayCome && isOpen(*error)) {
            done.open = true;
            return done;
        }
        return fail(std::move(done), wording(error->text), shown(error->at));
    }
    if (const auto complaint = resolveNames(program, whole, [this](std::string_view path) { return keepsMenu(path); })) {
        return fail(std::move(done), complaint->text, shown(complaint->at));
    }
    if (above == 1 && !program.statements.empty()) {
        program.statements.erase(program.statements.begin());
    }
    const auto quit = std::find_if(program.statements.begin(), program.statements.end(), [](const Statement& s) { return s.menu.empty() && s.verb == "quit"; });
    done.quit = quit != program.statements.end();
    program.statements.erase(quit, program.statements.end());
    showValues(program.statements);
    if (!program.statements.empty() && program.statements.back().kind == Statement::Kind::Menu) {
        done.menu = program.statements.back().menu;
    }
    script::Interpreter interpreter(router_, globals_);
    if (const auto ran = interpreter.run(program, {}); !ran) {
        output_.line(router_.wasStopped() ? std::string("interrupted") : printable(withoutPosition(ran.error().text)));
        done.failed = true;
    }
    return done;
}

} // namespace agent::control
