#include "core/change/sent_change.h"

#include "core/planner/plan_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace core::change {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::PlanStep;
using core::model::Request;
using json = nlohmann::ordered_json;

namespace {

constexpr int kFormat = 1;

// Octets that are no UTF-8 cannot stand in JSON: a value that is not plain is kept as the hexadecimal digits of its octets.
std::string packed(const std::string& octets) {
    const bool plain = std::all_of(octets.begin(), octets.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (plain) {
        return "=" + octets;
    }
    constexpr const char* kDigits = "0123456789abcdef";
    std::string out = "#";
    for (const char c : octets) {
        const auto octet = static_cast<unsigned char>(c);
        out += kDigits[octet >> 4];
        out += kDigits[octet & 15];
    }
    return out;
}

std::optional<std::string> unpacked(const json& value) {
    const auto* text = value.get_ptr<const std::string*>();
    if (text == nullptr || text->empty() || (text->front() != '=' && text->front() != '#')) {
        return std::nullopt;
    }
    if (text->front() == '=') {
        return text->substr(1);
    }
    std::string out;
    for (std::size_t i = 1; i + 1 < text->size(); i += 2) {
        const auto digit = [&](char c) { return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= '0' && c <= '9' ? c - '0' : -1; };
        const int high = digit((*text)[i]), low = digit((*text)[i + 1]);
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        out += static_cast<char>(high * 16 + low);
    }
    return text->size() % 2 == 1 ? std::optional(out) : std::nullopt;
}

std::optional<SentStep> stepOf(const json& value) {
    const json id = value.value("id", json()), after = value.value("after", json());
    const auto readId = unpacked(id);
    if (!value.is_object() || !readId || !after.is_array()) {
        return std::nullopt;
    }
    SentStep step{*readId, {}};
    for (const json& pair : after) {
        const auto name = pair.is_array() && pair.size() == 2 ? unpacked(pair[0]) : std::nullopt;
        const auto text = name ? unpacked(pair[1]) : std::nullopt;
        if (!text) {
            return std::nullopt;
        }
        step.after.set(*name, *text);
    }
    return step;
}

} // namespace

bool saysWhere(std::string_view argument) {
    return argument == ".id" || argument == "numbers" || argument == "destination" || argument == "place-before";
}

void remember(AppliedChange& change, const PlanStep& step, const std::string& id) {
    if (step.inverse.verb.empty()) {
        return;
    }
    std::vector<Request> inverses{step.inverse};
    inverses.insert(inverses.end(), step.inverseAlso.begin(), step.inverseAlso.end());
    std::vector<std::string> restores(inverses.size());
    if (step.command.verb == "add") {
        for (core::model::Attribute& argument : inverses.front().arguments) {
            if (argument.name == ".id") {
                argument.value = id;
            }
        }
    } else if (step.command.verb == "remove") {
        restores.front() = step.command.argument(".id").value_or("");
    }
    change.record.inverses.insert(change.record.inverses.begin(), inverses.begin(), inverses.end());
    change.restores.insert(change.restores.begin(), restores.begin(), restores.end());
}

AppliedChange appliedOf(const SentChange& sent) {
    AppliedChange change;
    change.record.plan = sent.plan;
    for (std::size_t i = 0; i < sent.steps.size() && i < sent.plan.steps.size(); ++i) {
        remember(change, sent.plan.steps[i], sent.steps[i].id);
    }
    return change;
}

std::string writeSent(const SentChange& sent) {
    json steps = json::array();
    for (const SentStep& step : sent.steps) {
        json after = json::array();
        for (const core::model::Attribute& attribute : step.after.attributes()) {
            after.push_back(json::array({packed(attribute.name), packed(attribute.value)}));
        }
        steps.push_back({{"id", packed(step.id)}, {"after", after}});
    }
    return json{{"format", kFormat},
                {"plan", core::planner::writePlan(sent.plan)},
                {"sent", steps},
                {"present", sent.present ? json(*sent.present) : json(nullptr)},
                {"safe_mode", sent.safeMode},
                {"disarming", sent.disarming}}
        .dump();
}

Result<SentChange> readSent(std::string_view text) {
    const auto bad = [](const std::string& what) { return fail(ErrorCode::InvalidInput, "What the journal keeps of this change cannot be read: " + what + "."); };
    const json value = json::parse(text, nullptr, false);
    if (!value.is_object() || value.value("format", json()) != kFormat || !value.value("plan", json()).is_string() ||
        !value.value("sent", json()).is_array()) {
        return bad("it is of another form");
    }
    auto plan = core::planner::readPlan(value["plan"].get_ref<const std::string&>(), "journal");
    if (!plan) {
        return bad(plan.error().text);
    }
    SentChange sent;
    sent.plan = std::move(*plan);
    for (const json& each : value["sent"]) {
        auto step = each.is_object() ? stepOf(each) : std::nullopt;
        if (!step || sent.steps.size() >= sent.plan.steps.size()) {
            return bad("step " + std::to_string(sent.steps.size() + 1) + " makes no sense");
        }
        sent.steps.push_back(std::move(*step));
    }
    if (const json present = value.value("present", json()); present.is_array()) {
        sent.present.emplace();
        for (const json& id : present) {
            sent.present->push_back(id.is_string() ? id.get<std::string>() : std::string());
        }
    }
    sent.safeMode = value.value("safe_mode", json(false)) == true;
    sent.disarming = value.value("disarming", json(false)) == true;
    return sent;
}

} // namespace core::change
