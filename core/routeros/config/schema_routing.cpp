// Routing tables and rules. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view routingTable() {
    return R"(
menu /routing/table list key=name
  fib bool bare ;I
  comment text ;I
  disabled bool =false ;I
  name text ;I
menu /routing/rule ordered
  action text ;I
  chain text ;I
  comment text ;I
  disabled bool =false ;I
  dst-address text ;I
  interface ref(interface) ;I
  min-prefix text ;I
  realm text ;I
  routing-mark text ;I
  src-address text ;I
  table text ;I
  vrf text ;I
)";
}

} // namespace core::routeros::config
