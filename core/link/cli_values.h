// Values of the console in the API's spelling. Pure; any thread.
//
//   apiSpelling("/interface", "rx-byte", "205 149 015") → "205149015"
//   apiSpelling("/interface", "rx-bits-per-second", "27.8kbps") → "27800"
//   apiSpelling("/system/resource", "free-memory", "40.2MiB") → "42152755"   (as near as the console prints it)
//   apiSpelling("/interface", "disabled", "yes") → "true"          apiSpelling("/ip/settings", "rp-filter", "no") → "no"
#pragma once

#include "core/model/request.h"

#include <string>
#include <string_view>

namespace core::link {

// Which property it is decides: a comment "10 000" stays one.
[[nodiscard]] std::string apiSpelling(std::string_view menu, std::string_view property, std::string_view value);

void toApiSpelling(std::string_view menu, core::model::Row& row);

} // namespace core::link
