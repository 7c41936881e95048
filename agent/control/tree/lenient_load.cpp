#include "agent/control/tree/lenient_load.h"

#include "core/routeros/config/load.h"
#include "core/routeros/script/parser.h"
#include "core/routeros/script/program_printer.h"

#include <unordered_set>

namespace agent::control {

namespace config = core::routeros::config;
namespace script = core::routeros::script;
using script::Statement;

namespace {

class LenientLoad {
public:
    LenientLoad(Tree& tree, std::string_view fileName) : tree_(tree), file_(fileName) {}

    std::vector<LoadRemark> run(std::string_view text) {
        script::Program program = script::parseProgram(text);
        for (const script::Diagnostic& diagnostic : program.diagnostics) {
            if (diagnostic.severity == script::Diagnostic::Severity::Error) {
                remark(diagnostic.at, diagnostic.text);
            }
        }
        for (Statement& statement : program.statements) {
            if (statement.kind != Statement::Kind::Menu && statement.kind != Statement::Kind::Comment) {
                read(std::move(statement));
            }
        }
        return std::move(remarks_);
    }

private:
    void read(Statement statement) {
        script::Program one;
        one.statements.push_back(std::move(statement));
        const Statement& kept = one.statements.front();
        const auto commands = kept.kind == Statement::Kind::Refused ? core::base::Result<script::Script>(script::Script())
                                                                    : script::plainCommands(one, file_);
        if (!commands) {
            remark(kept.at, "kept, not run: it is more than a plain write");
        }
        if (!commands || commands->empty()) {
            keep(one);
            return;
        }
        const script::Command& command = commands->front();
        const auto find = [&](std::string_view menu, const script::Find& wanted) -> core::base::Result<std::string> {
            return config::resolveFind(tree_, menu, wanted);
        };
        const auto request = script::toRequest(command, file_, find);
        if (!request || !isWrite(request->verb)) {
            remark(kept.at, "kept, not run: it writes no configuration");
            keep(one);
            return;
        }
        write(*request, command.at);
    }

    // Writes as the router would. Why it would not; empty: it has.
    std::string refusalOf(const core::model::Request& request) {
        const auto done = applyWrite(tree_, request);
        return done ? std::string() : done.error().message;
    }

    // Entries of address lists are written leniently at once: there may be tens of thousands of them, which must not be compared
    // with each other one by one.
    bool isTwin(const core::model::Request& request) {
        return !entries_
                    .insert(std::string(request.argument("list").value_or("")) + " " +
                            std::string(request.argument("address").value_or("")))
                    .second;
    }

    void write(const core::model::Request& request, script::Position at) {
        const bool listEntry = request.verb == "add" && request.menu == "/ip/firewall/address-list";
        const std::string refusal = !listEntry ? refusalOf(request) : isTwin(request) ? "failure: already have such entry" : "";
        if (!listEntry && refusal.empty()) {
            return;
        }
        std::vector<config::LoadNote> notes;
        config::applyLeniently(tree_, request, at, notes);
        if (notes.empty() && !refusal.empty()) {
            remark(at, request.menu + ": " + refusal + ": kept as it is");
        }
        for (const config::LoadNote& note : notes) {
            remark(at, note.text);
        }
    }

    // Where it stood in the text is lost, what it says is not: as loadConfig() keeps it.
    void keep(const script::Program& statement) {
        std::string text = script::printProgram(statement);
        while (text.ends_with('\n')) {
            text.pop_back();
        }
        Item item;
        item.id = tree_.nextId();
        item.values.emplace(".script", std::move(text));
        tree_.table("").push_back(std::move(item));
    }

    void remark(script::Position at, std::string text) {
        remarks_.push_back({std::string(file_) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column), std::move(text)});
    }

    Tree& tree_;
    std::string_view file_;
    std::unordered_set<std::string> entries_; // "list address"
    std::vector<LoadRemark> remarks_;
};

} // namespace

std::vector<LoadRemark> loadLeniently(LiveConfig& live, std::string_view text, std::string_view fileName) {
    std::vector<LoadRemark> remarks;
    (void)live.apply([&](Tree& tree) -> Outcome<void> {
        remarks = LenientLoad(tree, fileName).run(text);
        return {};
    });
    return remarks;
}

} // namespace agent::control
