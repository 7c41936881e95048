// Reading typed fields out of a JSON object with errors that name file and field. Private to this room.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace core::devices {

// Keeps the first error; reads after it return the default, so that a parser checks once at its end.
class JsonFields {
public:
    JsonFields(const nlohmann::json& object, std::string fileName, std::string where = {});

    template <class T> T required(const char* field) { return read<T>(field, true, T{}); }
    template <class T> T optional(const char* field, T otherwise) { return read<T>(field, false, std::move(otherwise)); }
    void complain(std::string_view field, std::string_view what);

    [[nodiscard]] bool ok() const { return error_.text.empty(); }
    [[nodiscard]] const core::base::Error& error() const { return error_; }

private:
    template <class T> T read(const char* field, bool mustExist, T otherwise) {
        if (!object_.is_object()) {
            complain(field, "the object it belongs to is missing");
            return otherwise;
        }
        const auto it = object_.find(field);
        if (it == object_.end()) {
            if (mustExist) {
                complain(field, "is missing");
            }
            return otherwise;
        }
        try {
            return it->template get<T>();
        } catch (const nlohmann::json::exception&) {
            complain(field, std::string("has the wrong type (") + it->type_name() + ")");
            return otherwise;
        }
    }

    const nlohmann::json& object_;
    std::string fileName_;
    std::string where_; // "ports[2]."
    core::base::Error error_;
};

// The whole text as JSON; InvalidInput carries line and column.
core::base::Result<nlohmann::json> parseJson(std::string_view text, std::string_view fileName);

// <resources>/devices/<name>; `file` becomes its path, for messages.
core::base::Result<nlohmann::json> readDevicesJson(std::string_view name, std::string& file);

} // namespace core::devices
