#include "agent/traffic/json_fields.h"

#include "agent/traffic/quantity.h"

#include <nlohmann/json.hpp>

namespace agent::traffic {

void Fault::report(std::string path, std::string_view what) {
    if (!text_) {
        text_ = std::move(path) + ": " + std::string(what);
    }
}

JsonFields::JsonFields(const nlohmann::json& value, std::string path, Fault& fault) : value_(value), path_(std::move(path)), fault_(fault) {
    if (!value_.is_object()) {
        fault_.report(path_.empty() ? "the file" : path_, "must be a JSON object {…}");
    }
}

const nlohmann::json* JsonFields::member(std::string_view key, bool required) {
    asked_.emplace(key);
    if (!value_.is_object()) {
        return nullptr;
    }
    const auto found = value_.find(key);
    if (found == value_.end()) {
        if (required) {
            wrong(key, "is missing");
        }
        return nullptr;
    }
    return &*found;
}

void JsonFields::wrong(std::string_view key, std::string_view what) {
    fault_.report(path_.empty() ? std::string(key) : path_ + "." + std::string(key), what);
}

std::string JsonFields::text(std::string_view key, std::optional<std::string> otherwise) {
    const nlohmann::json* found = member(key, !otherwise);
    if (found == nullptr) {
        return otherwise.value_or(std::string());
    }
    if (!found->is_string() || found->get_ref<const std::string&>().empty()) {
        wrong(key, "must be a text that is not empty");
        return {};
    }
    return found->get<std::string>();
}

std::uint64_t JsonFields::whole(std::string_view key, std::uint64_t least, std::uint64_t most, std::optional<std::uint64_t> otherwise) {
    const nlohmann::json* found = member(key, !otherwise);
    if (found == nullptr) {
        return otherwise.value_or(least);
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() < least || found->get<std::uint64_t>() > most) {
        wrong(key, "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return least;
    }
    return found->get<std::uint64_t>();
}

double JsonFields::multiple(std::string_view key, std::optional<double> otherwise) {
    const nlohmann::json* found = member(key, !otherwise);
    if (found == nullptr) {
        return otherwise.value_or(0);
    }
    std::optional<double> value;
    if (found->is_string()) {
        value = parseMultiple(found->get_ref<const std::string&>());
    } else if (found->is_number()) {
        value = found->get<double>();
    }
    if (!value || *value < 0 || *value > 1e15) {
        wrong(key, "must be a number such as 512k, 10M or 1G (0: no limit)");
        return 0;
    }
    return *value;
}

core::base::Nanos JsonFields::duration(std::string_view key, std::optional<core::base::Nanos> otherwise) {
    const nlohmann::json* found = member(key, !otherwise);
    if (found == nullptr) {
        return otherwise.value_or(0);
    }
    const std::optional<core::base::Nanos> value = found->is_string() ? parseDuration(found->get_ref<const std::string&>()) : std::nullopt;
    if (!value) {
        wrong(key, "must be a time such as \"100ms\", \"5s\" or \"1m30s\"");
        return 0;
    }
    return *value;
}

void JsonFields::finish() {
    if (!value_.is_object()) {
        return;
    }
    for (const auto& [key, unused] : value_.items()) {
        if (!asked_.contains(key)) {
            std::string known;
            for (const std::string& name : asked_) {
                known += known.empty() ? name : ", " + name;
            }
            wrong(key, "is not known here (known: " + known + ")");
        }
    }
}

} // namespace agent::traffic
