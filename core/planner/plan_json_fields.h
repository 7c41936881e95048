// One JSON object of a plan, read member by member; remembers the first fault with its path. Internal to the room.
//
//   Fault fault;
//   PlanFields step(json["steps"][0], "steps[0]", fault);
//   out.why = step.text("why");
//   step.finish();                   // complains of members nobody asked for
//
// Reading goes on after a fault with empty values, so callers check once, at the end.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace core::planner {

struct Fault {
    std::optional<std::string> text;
    void report(const std::string& path, std::string_view what) {
        if (!text) {
            text = path + ": " + std::string(what);
        }
    }
};

// Text, or {"hex": "…"} for octets that are not UTF-8.
[[nodiscard]] nlohmann::ordered_json octetsJson(const std::string& octets);
[[nodiscard]] std::string octetsOf(const nlohmann::ordered_json& value, const std::string& path, Fault& fault);

class PlanFields {
public:
    // `value` and `fault` must outlive this.
    PlanFields(const nlohmann::ordered_json& value, std::string path, Fault& fault);

    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] bool flag(std::string_view key);
    [[nodiscard]] double number(std::string_view key);
    // Calls visit(element, path) for each; null when the member is missing or no list.
    template <class Visit> void each(std::string_view key, std::size_t most, Visit visit) {
        const nlohmann::ordered_json* list = member(key, &nlohmann::ordered_json::is_array, "must be a list");
        if (list && list->size() > most) {
            wrong(key, "has more elements than a plan may have, " + std::to_string(most));
        } else if (list) {
            for (std::size_t i = 0; i < list->size(); ++i) {
                visit((*list)[i], path(key) + "[" + std::to_string(i) + "]");
            }
        }
    }
    // Null: not there, which is no fault.
    [[nodiscard]] const nlohmann::ordered_json* optional(std::string_view key);
    // An empty object when it is missing, which is a fault.
    [[nodiscard]] const nlohmann::ordered_json& object(std::string_view key);

    [[nodiscard]] std::string path(std::string_view key) const { return path_.empty() ? std::string(key) : path_ + "." + std::string(key); }
    void wrong(std::string_view key, std::string_view what) { fault_.report(path(key), what); }
    void finish();

private:
    using Check = bool (nlohmann::ordered_json::*)() const noexcept;
    const nlohmann::ordered_json* member(std::string_view key, Check check, std::string_view otherwise);

    const nlohmann::ordered_json& value_;
    std::string path_;
    Fault& fault_;
    std::set<std::string, std::less<>> asked_;
};

} // namespace core::planner
