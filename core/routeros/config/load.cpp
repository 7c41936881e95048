#include "core/routeros/config/load.h"

#include "core/routeros/config/lenient_writer.h"
#include "core/routeros/config/significant.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/parser.h"
#include "core/routeros/script/program_printer.h"

#include <algorithm>

namespace core::routeros::config {

namespace {

using script::Statement;

class Loader {
public:
    LoadedConfig run(std::string_view text) {
        script::Program program = script::parseProgram(text);
        config_.header = script::exportHeader(program);
        for (const script::Diagnostic& diagnostic : program.diagnostics) {
            if (diagnostic.severity == script::Diagnostic::Severity::Error) {
                config_.notes.push_back({LoadNote::Kind::Error, diagnostic.at, {}, {}, diagnostic.text});
            }
        }
        for (Statement& statement : program.statements) {
            read(std::move(statement));
        }
        std::stable_sort(config_.notes.begin(), config_.notes.end(), [](const LoadNote& a, const LoadNote& b) {
            return a.at.line != b.at.line ? a.at.line < b.at.line : a.at.column < b.at.column;
        });
        for (const auto& [menu, table] : config_.tree.tables()) {
            config_.items += menu.empty() ? 0 : table.size();
        }
        return std::move(config_);
    }

private:
    void read(Statement statement) {
        if (statement.kind == Statement::Kind::Menu || statement.kind == Statement::Kind::Comment) {
            return;
        }
        script::Program one;
        one.statements.push_back(std::move(statement));
        const Statement& kept = one.statements.front();
        if (kept.kind == Statement::Kind::Refused) {
            keep(one); // its diagnostic is a note already
            return;
        }
        const auto commands = script::plainCommands(one, "");
        if (!commands) {
            const std::string& text = commands.error().text;
            const std::size_t colon = text.find(": ");
            config_.notes.push_back({LoadNote::Kind::NotApplied, kept.at, kept.menu, {}, colon == std::string::npos ? text : text.substr(colon + 2)});
            keep(one);
        } else if (!apply(commands->front())) {
            keep(one);
        }
    }

    bool apply(const script::Command& command) {
        LenientWriter::Found found;
        std::string selector; // of items this text does not have
        for (const script::PlainArgument& argument : command.arguments) {
            if (!argument.value || !argument.value->find) {
                continue;
            }
            if (argument.name == "place-before" || argument.name == "destination") {
                found.place = place(command, argument);
                continue;
            }
            if (!argument.name.empty() && argument.name != "numbers") {
                config_.notes.push_back({LoadNote::Kind::NotApplied, argument.at, command.menu, argument.name, "brackets as a value are not worked out here"});
                return false;
            }
            selector = writer_.resolve(command.menu, *argument.value->find);
            if (selector.empty() || selector.starts_with('*')) {
                found.items.emplace();
                for (const std::string_view id : splitList(selector)) {
                    found.items->push_back(parseId(id).value_or(0));
                }
            }
        }
        const auto request = script::toRequest(command, "", [&](std::string_view, const script::Find&) { return core::base::Result<std::string>(selector); });
        if (!request) {
            config_.notes.push_back({LoadNote::Kind::NotApplied, command.at, command.menu, {}, "more than one item, or a value without a name, behind '" + command.verb + "'"});
            return false;
        }
        const ItemId before = config_.tree.lastId();
        const bool written = writer_.write(*request, command.at, found);
        config_.places.items.resize(config_.tree.lastId() + 1, {0, 0});
        std::fill(config_.places.items.begin() + before + 1, config_.places.items.end(), command.at);
        if (request->verb == "set") {
            config_.places.settings.emplace(request->menu, command.at);
        }
        return written;
    }

    // The item something shall stand in front of. A text may name one that only another file has: then it goes to the end, which
    // is more of the truth than leaving it out.
    ItemId place(const script::Command& command, const script::PlainArgument& argument) {
        const std::string ids = writer_.resolve(command.menu, *argument.value->find);
        if (ids.starts_with('*')) {
            return parseId(splitList(ids).front()).value_or(0);
        }
        config_.notes.push_back({LoadNote::Kind::NotApplied, argument.at, command.menu, argument.name, "there is no such item here to stand in front of; it goes to the end"});
        return 0;
    }

    // Where it stood in the text is lost, what it says is not.
    void keep(const script::Program& statement) {
        std::string text = script::printProgram(statement);
        while (text.ends_with('\n')) {
            text.pop_back();
        }
        Item item;
        item.id = config_.tree.nextId();
        item.values.emplace(kScript, std::move(text));
        config_.tree.table("").push_back(std::move(item));
    }

    LoadedConfig config_;
    LenientWriter writer_{config_.tree, config_.notes, LenientWriter::Tree::OfText};
};

} // namespace

int Places::lineOf(std::string_view menu, ItemId item) const {
    if (item == 0) {
        const auto found = settings.find(menu);
        return found == settings.end() ? 0 : found->second.line;
    }
    return item < items.size() ? items[item].line : 0;
}

std::size_t Places::numberOf(ItemId item, std::size_t position) const {
    const auto found = numbers.find(item);
    return found == numbers.end() ? position : found->second;
}

LoadedConfig loadConfig(std::string_view text) { return Loader().run(text); }

void applyLeniently(ConfigTree& tree, const core::model::Request& request, script::Position at, std::vector<LoadNote>& notes) {
    (void)LenientWriter(tree, notes, LenientWriter::Tree::OfRouter).write(request, at);
}

} // namespace core::routeros::config
