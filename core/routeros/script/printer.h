// Request → the line a RouterOS administrator would type.
//
//   printCommand({"/ip/firewall/filter", "add", {{"chain", "forward"}, {"action", "accept"}}})
//     → "/ip firewall filter add chain=forward action=accept"
//   printCommand({"/queue/tree", "set", {{".id", "*1"}, {"comment", ""}}})   → "/queue tree set *1 comment=\"\""
//   printCommand({"/ip/firewall/filter", "remove", {{".id", "*A,*B"}}})      → "/ip firewall filter remove *A,*B"
//
// The item (".id" or "numbers") comes right behind the verb, without a name. An unset ("!name") prints as "!name".
// A print or monitor flag ("once") prints bare. Queries have no place on a line and are left out, and so is the tag.
// Pure; any thread.
#pragma once

#include "core/model/request.h"

#include <string>

namespace core::routeros::script {

[[nodiscard]] std::string printCommand(const core::model::Request& request);

// "/ip/firewall/filter" → "/ip firewall filter", as export writes menus.
[[nodiscard]] std::string printMenu(std::string_view menu);

} // namespace core::routeros::script
