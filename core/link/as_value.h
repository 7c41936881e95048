// What :put [/menu print as-value] writes: ".id=*1;name=ether1;type=ether;.id=*2;name=ether2;…", all on one line.
//
// A new row begins where the first row's first name comes again. A value goes on until ";name=" or the end, so it may hold semicolons: the
// elements of a list ("read;write") come as the API separates them ("read,write"), except in names and comments. A comment that itself
// holds
// ";name=" cannot be told from a property; :serialize to=json has no such doubt and is preferred. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/request.h"

#include <string_view>
#include <vector>

namespace core::link {

// InvalidInput when the text begins with no name=. Empty text has no rows.
[[nodiscard]] core::base::Result<std::vector<core::model::Row>> parseAsValue(std::string_view output);

// What :put [:serialize to=json [/menu print as-value]] writes: a list of objects, or one object for a settings menu. Numbers and booleans
// as the API spells them, lists joined by commas, null absent. Octets that are not UTF-8 are kept as they came. InvalidInput when it is not
// JSON, or nested deeper than 16.
[[nodiscard]] core::base::Result<std::vector<core::model::Row>> parseJsonRows(std::string_view output);

} // namespace core::link
