// print detail, print terse, print stats-detail: items as name=value, over as many lines as it takes.
//
//    1 RS ;;; to the switch
//         name="ether2" driver-rx-byte=75 646 301 659 rx-jabber=0
//         rx-drop=1 353 956
//
// Values are taken as printed, quotes and escapes undone, groups of digits kept. An unquoted value ends where the next name=
// begins, so it may hold blanks (terse prints comments so). Lines that belong to nothing are passed over. Pure; any thread.
#pragma once

#include "core/link/cli_item.h"

namespace core::link {

[[nodiscard]] std::vector<CliItem> parseCliDetail(std::string_view output);

// Only the properties: "name=ether1 mtu=1500 comment=two words".
void readCliProperties(std::string_view text, core::model::Row& row);

} // namespace core::link
