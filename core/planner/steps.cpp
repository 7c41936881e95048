#include "core/planner/steps.h"

#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace core::planner {
namespace {

using core::model::Attribute;
using core::model::PlanStep;
using core::model::Request;
using core::model::Row;
using core::routeros::script::printCommand;
using core::routeros::script::printMenu;
using core::routeros::script::quote;

// Properties of a printed row that describe its state; sending them back with add would be refused.
constexpr std::array<std::string_view, 17> kReadOnly{".id",     ".nextid",    "bytes",        "packets",        "dynamic",  "invalid",
                                                     "default", "dropped",    "rate",         "packet-rate",    "inactive", "creation-time",
                                                     "hits",    "pcq-queues", "queued-bytes", "queued-packets", ".about"};

bool isSetting(const Attribute& attribute) {
    const bool readOnly = std::find(kReadOnly.begin(), kReadOnly.end(), attribute.name) != kReadOnly.end();
    const bool enabled = attribute.name == "disabled" && attribute.value != "true" && attribute.value != "yes";
    return !readOnly && !enabled && !attribute.value.empty();
}

Request onItem(std::string menu, std::string verb, const Row& row) {
    return {std::move(menu), std::move(verb), {{".id", std::string(row.value(".id"))}}, {}, {}};
}

} // namespace

Request onFound(std::string menu, std::string verb, std::string_view name, std::string_view value) {
    return onFound(std::move(menu), std::move(verb), {{std::string(name), std::string(value)}});
}

Request onFound(std::string menu, std::string verb, const std::vector<Attribute>& wanted) {
    std::string find = "[find";
    for (const Attribute& attribute : wanted) {
        find += " " + attribute.name + "=" + quote(attribute.value);
    }
    return {std::move(menu), std::move(verb), {{".id", find + "]"}}, {}, {}};
}

// An item lookup is an expression, which a value's quoting would turn into a string: written by hand.
std::string commandLine(const Request& request) {
    const std::string_view id = request.argument(".id").value_or("");
    if (id.starts_with("[find ") || id.starts_with("[ find ")) {
        Request rest = request;
        std::erase_if(rest.arguments, [](const Attribute& a) { return a.name == ".id"; });
        const std::string bare = printMenu(request.menu) + " " + request.verb;
        return bare + " " + std::string(id) + printCommand(rest).substr(bare.size());
    }
    return printCommand(request);
}

PlanStep addStep(std::string menu, std::vector<Attribute> arguments, std::string_view findBy, std::string why) {
    PlanStep step;
    step.command = {menu, "add", std::move(arguments), {}, {}};
    step.commandLine = commandLine(step.command);
    step.inverse = {menu, "remove", {{".id", ""}}, {}, {}};
    step.inverseLine = commandLine(onFound(menu, "remove", findBy, step.command.argument(findBy).value_or("")));
    step.why = std::move(why);
    return step;
}

PlanStep removeStep(std::string menu, const Row& row, std::string_view before, std::string why) {
    PlanStep step;
    step.command = onItem(menu, "remove", row);
    step.commandLine = commandLine(step.command);
    step.inverse = {menu, "add", {}, {}, {}};
    std::copy_if(row.attributes().begin(), row.attributes().end(), std::back_inserter(step.inverse.arguments), isSetting);
    if (!before.empty()) {
        step.inverse.arguments.push_back({"place-before", std::string(before)});
    }
    step.inverseLine = commandLine(step.inverse);
    step.why = std::move(why);
    return step;
}

PlanStep switchStep(std::string menu, const Row& row, bool enable, std::string why) {
    PlanStep step;
    step.command = onItem(menu, enable ? "enable" : "disable", row);
    step.commandLine = commandLine(step.command);
    step.inverse = onItem(menu, enable ? "disable" : "enable", row);
    step.inverseLine = commandLine(step.inverse);
    step.why = std::move(why);
    return step;
}

PlanStep moveStep(std::string menu, const Row& row, std::string_view destination, std::string_view back, std::string why) {
    const std::string id(row.value(".id"));
    PlanStep step;
    step.command = {menu, "move", {{"numbers", id}, {"destination", std::string(destination)}}, {}, {}};
    step.commandLine = commandLine(step.command);
    step.inverse = {menu, "move", {{"numbers", id}}, {}, {}};
    if (!back.empty()) {
        step.inverse.arguments.push_back({"destination", std::string(back)});
    }
    step.inverseLine = commandLine(step.inverse);
    step.why = std::move(why);
    return step;
}

PlanStep changeStep(std::string menu, std::string_view id, std::vector<Attribute> values, const std::vector<std::optional<std::string>>& before,
                    std::string why) {
    PlanStep step;
    step.command = {menu, "set", {{".id", std::string(id)}}, {}, {}};
    step.inverse = step.command;
    for (std::size_t i = 0; i < values.size(); ++i) {
        step.inverse.arguments.push_back(before[i] ? Attribute{values[i].name, *before[i]} : Attribute{"!" + values[i].name, ""});
    }
    std::move(values.begin(), values.end(), std::back_inserter(step.command.arguments));
    step.commandLine = commandLine(step.command);
    step.inverseLine = commandLine(step.inverse);
    step.why = std::move(why);
    return step;
}

PlanStep setStep(std::string menu, std::string_view name, std::string_view value, std::string_view before, std::string why) {
    PlanStep step;
    step.command = {menu, "set", {{std::string(name), std::string(value)}}, {}, {}};
    step.commandLine = commandLine(step.command);
    step.inverse = {menu, "set", {{std::string(name), std::string(before)}}, {}, {}};
    step.inverseLine = commandLine(step.inverse);
    step.why = std::move(why);
    return step;
}

namespace {

std::optional<std::size_t> numberIn(std::optional<std::string_view> text) {
    std::size_t out = 0;
    const bool is = text && std::from_chars(text->data(), text->data() + text->size(), out).ec == std::errc();
    return is ? std::optional(out) : std::nullopt;
}

void setArgument(Request& request, std::string_view name, std::string value) {
    for (Attribute& argument : request.arguments) {
        if (argument.name == name) {
            argument.value = std::move(value);
            return;
        }
    }
}

} // namespace

void renumberPlaces(std::vector<PlanStep>& steps) {
    std::map<std::string, std::vector<std::size_t>> added; // by menu: places of what was added, as the configuration had them
    for (PlanStep& step : steps) {
        if (const auto to = numberIn(step.command.argument("destination")); to && step.command.verb == "move") {
            setArgument(step.inverse, "numbers", std::to_string(*to)); // rules only ever move up
            step.inverseLine = commandLine(step.inverse);
        }
        const auto at = step.command.verb == "add" ? numberIn(step.command.argument("place-before")) : std::nullopt;
        if (!at) {
            continue;
        }
        std::vector<std::size_t>& before = added[step.command.menu];
        const auto shift = static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [at](std::size_t other) { return other <= *at; }));
        before.push_back(*at);
        setArgument(step.command, "place-before", std::to_string(*at + shift));
        step.commandLine = commandLine(step.command);
    }
}

void alsoOnUndo(PlanStep& step, Request request) {
    step.inverseLine += "\n" + commandLine(request);
    step.inverseAlso.push_back(std::move(request));
}

} // namespace core::planner
