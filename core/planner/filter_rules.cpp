#include "core/planner/filter_rules.h"

#include <algorithm>
#include <array>

namespace core::planner {
namespace {

using core::model::Attribute;
using core::model::Row;

// Properties of a filter row that do not narrow what it matches.
constexpr std::array<std::string_view, 15> kNoCondition{".id",      ".nextid",    "chain",   "action",     "comment",
                                                        "disabled", "dynamic",    "invalid", "bytes",      "packets",
                                                        "log",      "log-prefix", ".about",  "hw-offload", "creation-time"};

bool isCondition(const Attribute& attribute) {
    return !attribute.value.empty() && std::find(kNoCondition.begin(), kNoCondition.end(), attribute.name) == kNoCondition.end();
}

bool listHas(std::string_view list, std::string_view item) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        if (list.substr(0, comma) == item) {
            return true;
        }
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return false;
}

bool matchesEstablished(std::string_view states) {
    return states.starts_with('!') ? !listHas(states.substr(1), "established") : listHas(states, "established");
}

} // namespace

bool isForwardRule(const Row& rule) {
    return rule.value("chain") == "forward" && !isTrue(rule, "dynamic");
}

bool isEnabled(const Row& rule) {
    return !isTrue(rule, "disabled") && !isTrue(rule, "invalid");
}

bool isFastTrackRule(const Row& rule) {
    return isForwardRule(rule) && rule.value("action") == "fasttrack-connection";
}

bool acceptsEstablished(const Row& rule) {
    if (!isForwardRule(rule) || !isEnabled(rule) || rule.value("action", "accept") != "accept") {
        return false;
    }
    if (const auto states = rule.get("connection-state"); states && !states->empty()) {
        return matchesEstablished(*states);
    }
    return std::none_of(rule.attributes().begin(), rule.attributes().end(), isCondition);
}

std::optional<std::size_t> firstAcceptingEstablished(const Rows& filter) {
    const auto it = std::find_if(filter.begin(), filter.end(), acceptsEstablished);
    return it == filter.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - filter.begin()));
}

std::string_view nextStaticId(const Rows& rows, std::size_t at) {
    for (std::size_t i = at + 1; i < rows.size(); ++i) {
        if (!isTrue(rows[i], "dynamic")) {
            return rows[i].value(".id");
        }
    }
    return {};
}

} // namespace core::planner
