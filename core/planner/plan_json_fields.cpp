#include "core/planner/plan_json_fields.h"

#include <charconv>
#include <cmath>

namespace core::planner {

using nlohmann::ordered_json;

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kLongest = 64 << 10; // octets of one value

bool isUtf8(const std::string& text) {
    try {
        (void)ordered_json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

} // namespace

ordered_json octetsJson(const std::string& octets) {
    if (isUtf8(octets)) {
        return octets;
    }
    std::string hex;
    for (const char c : octets) {
        const auto octet = static_cast<unsigned char>(c);
        hex += kDigits[octet >> 4];
        hex += kDigits[octet & 15];
    }
    return {{"hex", hex}};
}

std::string octetsOf(const ordered_json& value, const std::string& path, Fault& fault) {
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        if (text.size() > kLongest) {
            fault.report(path, "is longer than a value can be");
            return {};
        }
        return text;
    }
    PlanFields fields(value, path, fault);
    const std::string hex = fields.text("hex");
    fields.finish();
    std::string out;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const auto high = kDigits.find(hex[i]);
        const auto low = i + 1 < hex.size() ? kDigits.find(hex[i + 1]) : std::string_view::npos;
        if (high == std::string_view::npos || low == std::string_view::npos) {
            fault.report(path + ".hex", "must be pairs of the digits 0-9 and a-f");
            return {};
        }
        out += static_cast<char>(high << 4 | low);
    }
    return out;
}

PlanFields::PlanFields(const ordered_json& value, std::string path, Fault& fault) : value_(value), path_(std::move(path)), fault_(fault) {
    if (!value.is_object()) {
        fault_.report(path_.empty() ? "the file" : path_, "must be an object");
    }
}

const ordered_json* PlanFields::optional(std::string_view key) {
    asked_.emplace(key);
    if (!value_.is_object()) {
        return nullptr;
    }
    const auto found = value_.find(key);
    return found == value_.end() ? nullptr : &*found;
}

const ordered_json* PlanFields::member(std::string_view key, Check check, std::string_view otherwise) {
    const ordered_json* found = optional(key);
    if (!found) {
        wrong(key, "is missing");
        return nullptr;
    }
    if (!(found->*check)()) {
        wrong(key, otherwise);
        return nullptr;
    }
    return found;
}

std::string PlanFields::text(std::string_view key) {
    const ordered_json* found = optional(key);
    if (!found || (!found->is_string() && !found->is_object())) {
        wrong(key, found ? "must be text" : "is missing");
        return {};
    }
    return octetsOf(*found, path(key), fault_);
}

bool PlanFields::flag(std::string_view key) {
    const ordered_json* found = member(key, &ordered_json::is_boolean, "must be true or false");
    return found && found->get<bool>();
}

double PlanFields::number(std::string_view key) {
    const ordered_json* found = member(key, &ordered_json::is_number, "must be a number");
    const double value = found ? found->get<double>() : 0;
    if (!std::isfinite(value)) {
        wrong(key, "must be a finite number");
        return 0;
    }
    return value;
}

const ordered_json& PlanFields::object(std::string_view key) {
    static const ordered_json kNone = ordered_json::object();
    const ordered_json* found = member(key, &ordered_json::is_object, "must be an object");
    return found ? *found : kNone;
}

void PlanFields::finish() {
    if (value_.is_object()) {
        for (const auto& [key, value] : value_.items()) {
            if (!asked_.contains(key)) {
                wrong(key, "is not known here");
            }
        }
    }
}

} // namespace core::planner
