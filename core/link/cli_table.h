// print as a table: columns by the header's offsets, not by blanks, because cells may be empty and values may hold blanks.
//
//   Flags: R - RUNNING
//   Columns: NAME, RX-BYTE, TX-BYTE
//   #   NAME        RX-BYTE      TX-BYTE
//   ;;; uplink
//   0 R ether1  205 149 015  147 887 338
//
// Property names are the header's in lower case; a cell that is empty is absent. v6 has the comment behind the number and the cells on the
// next line, v7 in front of both. Output without a header has no rows. Pure; any thread.
#pragma once

#include "core/link/cli_item.h"

namespace core::link {

[[nodiscard]] std::vector<CliItem> parseCliTable(std::string_view output);

} // namespace core::link
