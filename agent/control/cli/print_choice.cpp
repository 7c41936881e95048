#include "agent/control/cli/print_choice.h"

#include "core/routeros/config/values.h"

#include <array>
#include <utility>

namespace agent::control {

using core::model::Attribute;
using Style = PrintChoice::Style;

namespace {

constexpr std::array<std::pair<std::string_view, Style>, 10> kStyles{{{"brief", Style::Table},
                                                                    {"detail", Style::Detail},
                                                                    {"terse", Style::Terse},
                                                                    {"stats", Style::Stats},
                                                                    {"stats-detail", Style::StatsDetail},
                                                                    {"value-list", Style::Values},
                                                                    {"bytes", Style::Stats},
                                                                    {"packets", Style::Stats},
                                                                    {"rate", Style::Stats},
                                                                    {"comments", Style::Plain}}};

// Takes an argument over that only shapes the picture; false for all others.
bool shapes(PrintChoice& choice, const Attribute& argument) {
    for (const auto& [name, style] : kStyles) {
        if (argument.name == name && argument.value.empty()) {
            const bool both = (name == "detail" && choice.style == Style::Stats) || (name == "stats" && choice.style == Style::Detail);
            choice.style = both ? Style::StatsDetail : style == Style::Plain ? choice.style : style;
            return true;
        }
    }
    if (argument.name == "proplist" || argument.name == ".proplist") {
        for (const std::string_view name : core::routeros::config::splitList(argument.value)) {
            choice.properties.emplace_back(name);
        }
    } else if (argument.name == "file") {
        choice.file = argument.value;
    } else if (argument.name == "append") {
        choice.append = true;
    } else if (argument.name == "show-ids") {
        choice.showIds = true;
    } else if (argument.name == "without-paging") {
        choice.paging = false;
    } else if (argument.name != "as-value" && argument.name != "timestamp") {
        return false;
    }
    return true;
}

} // namespace

PrintChoice printChoice(const core::model::Request& request) {
    PrintChoice choice;
    choice.request = request;
    choice.request.arguments.clear();
    for (const Attribute& argument : request.arguments) {
        if (shapes(choice, argument)) {
            continue;
        }
        if (argument.name == "chain" && !argument.value.empty()) {
            choice.request.queries.push_back("chain=" + argument.value);
            continue;
        }
        choice.none = choice.none || (argument.name == "numbers" && argument.value.empty());
        choice.repeats = choice.repeats || argument.name == "interval";
        choice.follows = choice.follows || argument.name == "follow" || argument.name == "follow-only";
        choice.request.arguments.push_back(argument);
    }
    return choice;
}

} // namespace agent::control
