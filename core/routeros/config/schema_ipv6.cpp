// IPv6. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view ipv6Table() {
    return R"(
menu /ipv6/address list
  address text ;I
  advertise text ;I
  auto-link-local text ;I
  comment text ;I
  disabled bool =false ;I
  eui-64 text ;I
  from-pool text ;I
  interface ref(interface) ;I
  no-dad text ;I
menu /ipv6/settings settings
  disable-ipv6 bool =false ;MID
  forward bool =true ;MID
  multipath-hash-policy word(l3|l4|l3-inner) ;MI
  accept-redirects bool ;MI
  accept-router-advertisements word(no|yes-if-forwarding-disabled|yes) =yes-if-forwarding-disabled ;MID
  accept-router-advertisements-on text ;MI
  disable-link-local-address bool ;MI
  stale-neighbor-detect-interval num ;MI
  stale-neighbor-timeout num ;MI
  min-neighbor-entries num ;MI
  soft-max-neighbor-entries num ;MI
  max-neighbor-entries num ;MI
  allow-fast-path bool ;MI
menu /ipv6/route list
  blackhole bool bare ;MI
  check-gateway text ;I
  comment text ;I
  disabled bool =false ;I
  distance text ;I
  dst-address text ;I
  gateway text ;I
  pref-src text ;I
  routing-table text ;I
  scope text ;I
  target-scope text ;I
  vrf-interface text ;I
menu /ipv6/neighbor readonly
menu /ipv6/firewall/connection readonly
menu /ipv6/firewall/address-list list
  address text ;I
  comment text ;I
  disabled bool =false ;I
  list text ;I
  timeout text ;I
menu /ipv6/firewall/filter ordered
  chain text required ;MI
  action word(accept|jump|return|log|passthrough|add-src-to-address-list|add-dst-to-address-list|drop|reject|fasttrack-connection) ;MI
  jump-target text ;MI
  reject-with word(icmp-no-route|icmp-admin-prohibited|icmp-not-neighbour|icmp-address-unreachable|icmp-port-unreachable|tcp-reset|icmp-err-src-routing-header|icmp-headers-too-long) ;MI
  connection-nat-state text neg ;MI
  tls-host text neg ;MI
  connection-state text neg ;MI
  connection-limit text neg ;MI
  protocol text neg ;MI
  src-address text neg ;MI
  dst-address text neg ;MI
  src-address-list text neg ;MI
  dst-address-list text neg ;MI
  address-list text ;MI
  address-list-timeout time or(none-dynamic|none-static) ;MI
  src-address-type text neg ;MI
  dst-address-type text neg ;MI
  headers text neg ;MI
  tcp-flags text neg ;MI
  hop-limit text ;MI
  connection-mark text neg ;MI
  connection-type text neg ;MI
  connection-bytes text ;MI
  connection-rate text neg ;MI
  routing-mark text neg ;MI
  in-interface text neg ;MI
  out-interface text neg ;MI
  in-interface-list text neg ;MI
  out-interface-list text neg ;MI
  in-bridge-port text neg ;MI
  out-bridge-port text neg ;MI
  in-bridge-port-list text neg ;MI
  out-bridge-port-list text neg ;MI
  packet-mark text neg ;MI
  src-port text neg ;MI
  dst-port text neg ;MI
  port text neg ;MI
  icmp-options text neg ;MI
  src-mac-address text neg ;MI
  content text neg ;MI
  ingress-priority text neg ;MI
  priority text neg ;MI
  dscp text neg ;MI
  tos text neg ;MI
  limit text neg ;MI
  dst-limit text ;MI
  time text neg ;MI
  random text ;MI
  nth text neg ;MI
  tcp-mss text neg ;MI
  per-connection-classifier text neg ;MI
  packet-size text neg ;MI
  log bool ;MI
  log-prefix text ;MI
  ipsec-policy text ;MI
  comment text ;I
  disabled bool =false ;I
menu /ipv6/firewall/mangle ordered
  action text ;I
  address-list text ;I
  address-list-timeout text ;I
  chain text ;I
  comment text ;I
  connection-bytes text ;I
  connection-limit text ;I
  connection-mark text ;I
  connection-nat-state text ;I
  connection-rate text ;I
  connection-state text ;I
  connection-type text ;I
  content text ;I
  disabled bool =false ;I
  dscp text ;I
  dst-address text ;I
  dst-address-list text ;I
  dst-address-type text ;I
  dst-limit text ;I
  dst-port text ;I
  dst-prefix text ;I
  headers text ;I
  hop-limit text ;I
  icmp-options text ;I
  in-bridge-port text ;I
  in-bridge-port-list text ;I
  in-interface text ;I
  in-interface-list text ;I
  ingress-priority text ;I
  ipsec-policy text ;I
  jump-target text ;I
  limit text ;I
  log text ;I
  log-prefix text ;I
  new-connection-mark text ;I
  new-dscp text ;I
  new-hop-limit text ;I
  new-mss text ;I
  new-packet-mark text ;I
  new-priority text ;I
  new-routing-mark text ;I
  nth text ;I
  out-bridge-port text ;I
  out-bridge-port-list text ;I
  out-interface text ;I
  out-interface-list text ;I
  packet-mark text ;I
  packet-size text ;I
  passthrough text ;I
  per-connection-classifier text ;I
  port text ;I
  priority text ;I
  protocol text ;I
  random text ;I
  routing-mark text ;I
  sniff-id text ;I
  sniff-target text ;I
  sniff-target-port text ;I
  src-address text ;I
  src-address-list text ;I
  src-address-type text ;I
  src-mac-address text ;I
  src-port text ;I
  src-prefix text ;I
  tcp-flags text ;I
  tcp-mss text ;I
  time text ;I
  tls-host text ;I
  tos text ;I
menu /ipv6/firewall/nat ordered
  action text ;I
  address-list text ;I
  address-list-timeout text ;I
  chain text ;I
  comment text ;I
  connection-bytes text ;I
  connection-limit text ;I
  connection-mark text ;I
  connection-rate text ;I
  connection-state text ;I
  connection-type text ;I
  content text ;I
  disabled bool =false ;I
  dscp text ;I
  dst-address text ;I
  dst-address-list text ;I
  dst-address-type text ;I
  dst-limit text ;I
  dst-port text ;I
  headers text ;I
  hop-limit text ;I
  icmp-options text ;I
  in-bridge-port text ;I
  in-bridge-port-list text ;I
  in-interface text ;I
  in-interface-list text ;I
  ingress-priority text ;I
  ipsec-policy text ;I
  jump-target text ;I
  limit text ;I
  log text ;I
  log-prefix text ;I
  nth text ;I
  out-bridge-port text ;I
  out-bridge-port-list text ;I
  out-interface text ;I
  out-interface-list text ;I
  packet-mark text ;I
  packet-size text ;I
  per-connection-classifier text ;I
  port text ;I
  priority text ;I
  protocol text ;I
  random text ;I
  routing-mark text ;I
  src-address text ;I
  src-address-list text ;I
  src-address-type text ;I
  src-mac-address text ;I
  src-port text ;I
  tcp-flags text ;I
  tcp-mss text ;I
  time text ;I
  to-address text ;I
  to-ports text ;I
  tos text ;I
menu /ipv6/firewall/raw ordered
  action text ;I
  address-list text ;I
  address-list-timeout text ;I
  chain text ;I
  comment text ;I
  content text ;I
  disabled bool =false ;I
  dscp text ;I
  dst-address text ;I
  dst-address-list text ;I
  dst-address-type text ;I
  dst-limit text ;I
  dst-port text ;I
  headers text ;I
  hop-limit text ;I
  icmp-options text ;I
  in-bridge-port text ;I
  in-bridge-port-list text ;I
  in-interface text ;I
  in-interface-list text ;I
  ingress-priority text ;I
  ipsec-policy text ;I
  jump-target text ;I
  limit text ;I
  log text ;I
  log-prefix text ;I
  nth text ;I
  out-bridge-port text ;I
  out-bridge-port-list text ;I
  out-interface text ;I
  out-interface-list text ;I
  packet-mark text ;I
  packet-size text ;I
  per-connection-classifier text ;I
  port text ;I
  priority text ;I
  protocol text ;I
  random text ;I
  src-address text ;I
  src-address-list text ;I
  src-address-type text ;I
  src-mac-address text ;I
  src-port text ;I
  tcp-flags text ;I
  tcp-mss text ;I
  time text ;I
  tls-host text ;I
  tos text ;I
)";
}

} // namespace core::routeros::config
