#include "core/fixes/remedy_steps.h"

#include "core/fixes/risks.h"
#include "core/planner/steps.h"
#include "core/routeros/config/load.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/script/parser.h"

#include <algorithm>
#include <charconv>

namespace core::fixes {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::doctor::ConfigView;
using core::doctor::Facts;
using core::doctor::ItemNames;
using core::doctor::Line;
using core::model::Attribute;
using core::model::PlanStep;
using core::model::Request;
using core::routeros::config::findMenu;
using core::routeros::config::Menu;
using core::routeros::config::MenuKind;
using core::routeros::config::ValueType;

namespace {

// An item a command means: a line of the configuration, or text that only the router can look up.
struct Meant {
    std::optional<Line> line;
    std::string text;
};

std::vector<std::string> parts(std::string_view list) {
    if (list.starts_with('[')) {
        return {std::string(list)};
    }
    std::vector<std::string> out;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        out.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return out;
}

class Planner {
public:
    Planner(const Facts& facts, const ItemNames& names, const Request& request, const Purpose& purpose)
        : facts_(facts)
        , names_(names)
        , request_(request)
        , schema_(findMenu(request.menu))
        , purpose_(purpose) {}

    // False: there is no such verb here.
    bool plan() {
        if (schema_ != nullptr && schema_->kind == MenuKind::Settings && request_.verb == "set") {
            return settings();
        }
        if (request_.verb == "add") {
            return add();
        }
        if (request_.verb == "start" || request_.verb == "stop") {
            return run();
        }
        const auto numbers = request_.argument("numbers").value_or("");
        for (const std::string& part : parts(numbers)) {
            if (!onItem(meant(part))) {
                return false;
            }
        }
        return true;
    }

    std::vector<PlanStep> steps;

private:
    [[nodiscard]] Meant meant(const std::string& text) const {
        const auto lines = facts_.view.lines(request_.menu);
        const auto id = core::routeros::config::parseId(text);
        std::size_t number = lines.size();
        std::from_chars(text.data(), text.data() + text.size(), number);
        for (const Line& line : lines) {
            const bool named = line.value("name") == text || line.value("interface") == text || line.item->get(".selector") == text;
            if ((id && line.item->id == *id) || (!id && (named || line.number == number))) {
                return {line, core::doctor::nameOf(line, names_)};
            }
        }
        return {std::nullopt, text};
    }

    // What the property is now, as a command says it; absent: not set.
    [[nodiscard]] std::optional<std::string> now(const std::optional<Line>& line, std::string_view name) const {
        const auto* property = schema_ == nullptr ? nullptr : schema_->find(name);
        std::optional<std::string> out;
        if (const auto value = line ? line->item->get(name) : std::nullopt) {
            out = std::string(*value);
        } else if (property != nullptr && property->fallback) {
            out = std::string(*property->fallback);
        }
        if (out && property != nullptr && property->type == ValueType::Boolean) {
            out = core::doctor::isYes(*out) ? "yes" : "no";
        }
        return out;
    }

    void keep(PlanStep step) {
        step.risks = risksOf(step.command);
        steps.push_back(std::move(step));
    }

    bool settings() {
        for (const Attribute& argument : request_.arguments) {
            const std::string_view now = facts_.view.setting(request_.menu, argument.name);
            const auto* property = schema_->find(argument.name);
            const bool boolean = property != nullptr && property->type == ValueType::Boolean;
            const std::string before = boolean ? (core::doctor::isYes(now) ? "yes" : "no") : std::string(now);
            if (before != argument.value) {
                keep(core::planner::setStep(request_.menu, argument.name, argument.value, before, purpose_.why));
            }
        }
        return true;
    }

    bool add() {
        std::vector<Attribute> arguments = request_.arguments;
        const bool commented = schema_ == nullptr || schema_->find("comment") != nullptr;
        for (Attribute& argument : arguments) {
            if (argument.name == "place-before") {
                const auto places = parts(argument.value);
                argument.value = places.empty() ? std::string() : meant(places.front()).text;
            }
        }
        std::erase_if(arguments, [](const Attribute& a) { return a.name == "place-before" && a.value.empty(); });
        if (commented && !request_.argument("comment")) {
            arguments.push_back({"comment", std::string(core::planner::kOurComment) + " " + purpose_.finding});
        }
        keep(core::planner::addStep(request_.menu, std::move(arguments), commented ? "comment" : "name", purpose_.why));
        return true;
    }

    bool run() {
        PlanStep step;
        step.command = request_;
        step.commandLine = core::planner::commandLine(step.command);
        step.inverse = request_;
        step.inverse.verb = request_.verb == "stop" ? "start" : "stop";
        step.inverseLine = core::planner::commandLine(step.inverse);
        step.why = purpose_.why;
        keep(std::move(step));
        return true;
    }

    bool onItem(const Meant& item) {
        if (request_.verb == "set") {
            change(item);
            return true;
        }
        if (!item.line) {
            return false;
        }
        const core::model::Row row = core::doctor::rowOf(*item.line, names_);
        if (request_.verb == "enable" || request_.verb == "disable") {
            const bool enable = request_.verb == "enable";
            if (item.line->disabled() == enable) {
                keep(core::planner::switchStep(request_.menu, row, enable, purpose_.why));
            }
            return true;
        }
        if (request_.verb == "remove") {
            keep(core::planner::removeStep(request_.menu, row, core::doctor::following(facts_.view, *item.line, names_), purpose_.why));
            return true;
        }
        return false;
    }

    void change(const Meant& item) {
        std::vector<Attribute> values;
        std::vector<std::optional<std::string>> before;
        for (const Attribute& argument : request_.arguments) {
            if (argument.name == "numbers") {
                continue;
            }
            const bool unset = argument.name.starts_with('!');
            const auto was = now(item.line, unset ? std::string_view(argument.name).substr(1) : std::string_view(argument.name));
            if (unset ? !was : was == argument.value) {
                continue;
            }
            values.push_back(argument);
            before.push_back(was);
        }
        if (values.empty()) {
            return;
        }
        PlanStep step = core::planner::changeStep(request_.menu, item.text, values, before, purpose_.why);
        if (names_.ofRouter && item.line) {
            core::model::Precondition need;
            need.kind = core::model::Precondition::Kind::Holds;
            need.menu = request_.menu;
            need.where.set(".id", item.text);
            for (std::size_t i = 0; i < values.size(); ++i) {
                need.holds.set(values[i].name.starts_with('!') ? values[i].name.substr(1) : values[i].name, before[i].value_or(""));
            }
            need.text = "The item is as it was when the plan was made.";
            step.needs.push_back(std::move(need));
        }
        keep(std::move(step));
    }

    const Facts& facts_;
    const ItemNames& names_;
    const Request& request_;
    const Menu* schema_;
    const Purpose& purpose_;
};

} // namespace

Result<std::vector<PlanStep>> remedySteps(const Facts& facts, const ItemNames& names, const std::string& command, const Purpose& purpose) {
    const auto script = core::routeros::script::parseScript(command, "remedy");
    if (!script || script->size() != 1) {
        return fail(ErrorCode::InvalidInput, "'" + command + "' is no single command", script ? std::string() : script.error().describe());
    }
    const auto request = core::routeros::script::toRequest(script->front(), "remedy", [&](std::string_view menu, const core::routeros::script::Find& find) -> Result<std::string> {
        return core::routeros::config::resolveFind(facts.view.tree(), menu, find);
    });
    if (!request) {
        return tl::unexpected(request.error());
    }
    Planner planner(facts, names, *request, purpose);
    if (!planner.plan()) {
        return fail(ErrorCode::InvalidInput, "'" + command + "' means something that is not there, or is no change of the configuration");
    }
    return std::move(planner.steps);
}

} // namespace core::fixes
