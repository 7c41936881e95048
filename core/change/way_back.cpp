#include "core/change/way_back.h"

#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <map>

namespace core::change {

using core::model::Attribute;
using core::model::Request;
using core::routeros::script::printMenu;
using core::routeros::script::quote;

namespace {

// Writes inverses as script lines. Items the script itself adds again get another id: a variable holds it.
class Lines {
public:
    explicit Lines(const std::vector<std::string>& restores) {
        for (const std::string& id : restores) {
            if (!id.empty() && !again_.contains(id)) {
                const std::string variable = "item" + std::to_string(again_.size() + 1);
                again_.emplace(id, variable);
                text_ += ":local " + variable + " \"" + id + "\"\n";
            }
        }
        text_ += ":local failed 0\n";
    }

    // `restores`: the id of the item that comes back; empty: none does.
    void add(const Request& request, const std::string& restores) {
        if (restores.empty()) {
            attempt(line(request, true));
            return;
        }
        const std::string menu = printMenu(request.menu);
        const bool placed = request.argument("place-before").has_value();
        text_ += ":if ([:len [" + menu + " find where .id=" + restores + "]] = 0) do={\n";
        const std::string assign = ":set " + again_.at(restores) + " [";
        if (placed) {
            // The item it stood before may be gone by now: better at the end than not at all.
            text_ += ":do {" + assign + line(request, true) + "]} on-error={:do {" + assign + line(request, false) + "]} on-error={:set failed ($failed + 1)}}\n";
        } else {
            attempt(assign + line(request, true) + "]");
        }
        text_ += "}\n";
    }

    // An add that may have arrived: what has its marks and was not there before goes.
    void takeAwayNew(const std::string& path, const std::vector<Attribute>& marks, const std::vector<std::string>& present) {
        const std::string menu = printMenu(path);
        std::string known = ",";
        for (const std::string& id : present) {
            known += id + ",";
        }
        std::string where;
        for (const Attribute& mark : marks) {
            where += (where.empty() ? "" : " and ") + mark.name + "=" + quote(mark.value);
        }
        text_ += ":foreach i in=[" + menu + " find where " + where + "] do={\n";
        text_ += ":if ([:typeof [:find \"" + known + "\" (\",\" . [:tostr $i] . \",\")]] = \"nil\") do={:do {" + menu + " remove $i} on-error={:set failed ($failed + 1)}}\n}\n";
    }

    void plain(const std::string& line) { text_ += line + "\n"; }
    [[nodiscard]] std::string text() const { return text_; }

private:
    void attempt(const std::string& command) { text_ += ":do {" + command + "} on-error={:set failed ($failed + 1)}\n"; }

    [[nodiscard]] std::string item(std::string_view id) const {
        const auto found = again_.find(std::string(id));
        return found == again_.end() ? std::string(id) : "$" + found->second;
    }

    [[nodiscard]] std::string line(const Request& request, bool placed) const {
        std::string out = printMenu(request.menu) + " " + request.verb;
        for (const Attribute& argument : request.arguments) {
            if (argument.name == ".id" || argument.name == "numbers") {
                out += " " + item(argument.value);
            } else if (argument.name == "destination") {
                out += " destination=" + item(argument.value);
            } else if (argument.name == "place-before") {
                out += placed ? " place-before=" + item(argument.value) : "";
            } else {
                out += " " + argument.name + "=" + quote(argument.value);
            }
        }
        return out;
    }

    std::map<std::string, std::string> again_; // id of an item that comes back → variable
    std::string text_;
};

} // namespace

std::vector<Attribute> marksOf(const Request& add) {
    for (const char* name : {"comment", "name"}) {
        if (const auto value = add.argument(name); value && !value->empty()) {
            return {{name, std::string(*value)}};
        }
    }
    std::vector<Attribute> marks;
    for (const char* name : {"chain", "action", "list", "interface", "bridge", "parent", "protocol"}) {
        if (const auto value = add.argument(name); value && !value->empty()) {
            marks.push_back({name, std::string(*value)});
        }
    }
    return marks;
}

std::string rollbackScript(std::int64_t change, const AppliedChange& sent, const InFlight* inFlight) {
    std::vector<std::string> restores = sent.restores;
    const bool removing = inFlight && inFlight->step.command.verb == "remove" && !inFlight->step.inverse.verb.empty();
    const std::string removed = removing ? std::string(inFlight->step.command.argument(".id").value_or("")) : std::string();
    restores.push_back(removed);
    Lines lines(restores);
    if (inFlight && !inFlight->step.inverse.verb.empty()) {
        const std::vector<Attribute> marks = marksOf(inFlight->step.command);
        if (inFlight->step.command.verb == "add" && !marks.empty()) {
            lines.takeAwayNew(inFlight->step.command.menu, marks, inFlight->present);
        } else if (inFlight->step.command.verb != "add") {
            lines.add(inFlight->step.inverse, removed);
        }
        for (const Request& also : inFlight->step.inverseAlso) {
            lines.add(also, {});
        }
    }
    for (std::size_t i = 0; i < sent.record.inverses.size(); ++i) {
        lines.add(sent.record.inverses[i], sent.restores[i]);
    }
    const std::string number = "change " + std::to_string(change);
    lines.plain(":if ($failed = 0) do={:log warning \"pathscope: " + number + " was rolled back\"} else={:log error (\"pathscope: " + number +
                " was rolled back, but \" . $failed . \" commands failed\")}");
    lines.plain("/system scheduler remove [find where name=\"" + std::string(kEntryName) + "\"]");
    return lines.text();
}

} // namespace core::change
