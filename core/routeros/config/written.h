// How values are written in exports and commands, and which spellings RouterOS 6 had. Internal to the room. Pure; any thread.
#pragma once

#include "core/model/request.h"
#include "core/routeros/config/schema.h"

#include <string>
#include <string_view>

namespace core::routeros::config {

// "true" → "yes", "10000000" → "10M"; whatever is no value of the property stays as it is. `property` may be null.
[[nodiscard]] std::string writtenValue(const Property* property, std::string_view value);

// "max-limit=10M/5M", "comment=\"a b\"". Behind add a bare flag is only its name; behind set that would be an item.
[[nodiscard]] std::string writtenArgument(std::string_view verb, const Property* property, std::string_view name, std::string_view value);

// One item behind set or move: quoted when it could be taken for something else. A "[ find … ]" stays as it is.
[[nodiscard]] std::string writtenSelector(std::string_view selector);

// Version 6 → 7, and back. Names and places only: what version 7 has no place for stays where it is.
void modernise(core::model::Request& request);
[[nodiscard]] std::string_view menuIn6(std::string_view menu);
[[nodiscard]] core::model::Attribute attributeIn6(std::string_view menu, std::string_view name, std::string_view value);

// A password or key: by the schema, or by its name where the schema does not know it.
[[nodiscard]] bool isSensitive(const Property* property, std::string_view name);

} // namespace core::routeros::config
