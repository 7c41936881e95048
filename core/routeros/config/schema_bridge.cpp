// Interface lists, and bridges from within. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view bridgeTable() {
    return R"(
menu /interface/list list key=name
  name text required ;MI
  include ref(interface-list) = list ;MI
  exclude ref(interface-list) = list ;MI
  comment text ;IE
menu /interface/list/member list
  list ref(interface-list) required ;MI
  interface ref(interface) required ;MI
  comment text ;IE
  disabled bool =false ;IE
menu /interface/bridge/settings settings
  use-ip-firewall bool =false ;MI
  allow-fast-path bool =true ;MI
  use-ip-firewall-for-vlan bool =false ;MID
  use-ip-firewall-for-pppoe bool =false ;MID
menu /interface/bridge/msti list
  identifier num required ;MI
  bridge text required ;MI
  priority num ;MI
  vlan-mapping text required ;MI
  comment text ;I
  disabled bool =false ;I
menu /interface/bridge/port list key=interface
  bridge ref(bridge) required ;MI
  interface ref(interface) required ;MI
  hw bool =true ;MI
  horizon num(0..4294967295) =none or(none) ;MI
  pvid num(1..4094) =1 ;MI
  priority hex =0x80 ;MI
  unknown-unicast-flood bool =true ;MI
  unknown-multicast-flood bool =true ;MI
  broadcast-flood bool =true ;MI
  comment text ;IE
  disabled bool =false ;IE
  path-cost num ;MI
  internal-path-cost num ;MI
  edge word(auto|yes|no|yes-discover|no-discover) =auto ;MID
  point-to-point word(auto|yes|no) =auto ;MID
  learn word(auto|yes|no) =auto ;MID
  auto-isolate bool =false ;MID
  restricted-role bool =false ;MID
  restricted-tcn bool =false ;MID
  frame-types word(admit-all|admit-only-vlan-tagged|admit-only-untagged-and-priority-tagged) =admit-all ;MID
  ingress-filtering bool ;MI
  tag-stacking bool =false ;MID
  bpdu-guard bool =false ;MID
  trusted bool =false ;MID
  trusted-ra bool ;MI
  trusted-dhcpv6 bool ;M
  mvrp-registrar-state word(normal|fixed) ;MI
  mvrp-applicant-state word(normal-participant|non-participant) ;MI
  multicast-router word(disabled|temporary-query|permanent) =temporary-query ;MID
  fast-leave bool =false ;MID
menu /interface/bridge/port/mst-override list
  interface ref(interface) required ;MI
  identifier num required ;MI
  priority num ;MI
  internal-path-cost num ;MI
  comment text ;I
  disabled bool =false ;I
menu /interface/bridge/vlan list
  bridge text required ;MI
  vlan-ids text required ;MI
  tagged text ;MI
  untagged text ;MI
  mvrp-forbidden text ;MI
  comment text ;I
  disabled bool =false ;I
menu /interface/bridge/filter ordered
  chain text required ;MI
  action word(accept|passthrough|drop|jump|return|log|mark-packet|set-priority) ;MI
  jump-target text ;MI
  new-packet-mark text ;MI
  new-priority num ;MI
  passthrough bool ;MI
  in-interface text neg ;MI
  in-bridge text neg ;MI
  out-interface text neg ;MI
  out-bridge text neg ;MI
  in-interface-list text neg ;MI
  out-interface-list text neg ;MI
  in-bridge-list text neg ;MI
  out-bridge-list text neg ;MI
  src-mac-address text neg ;MI
  dst-mac-address text neg ;MI
  mac-protocol text neg ;MI
  src-address text neg ;MI
  dst-address text neg ;MI
  src-address6 text neg ;MI
  dst-address6 text neg ;MI
  src-port text neg ;MI
  dst-port text neg ;MI
  ip-protocol text neg ;MI
  packet-mark text neg ;MI
  packet-type text neg ;MI
  limit text ;MI
  802.3-sap text ;I
  802.3-type text ;I
  arp-dst-address text ;I
  arp-dst-mac-address text ;I
  arp-gratuitous text ;I
  arp-hardware-type text ;I
  arp-opcode text ;I
  arp-packet-type text ;I
  arp-src-address text ;I
  arp-src-mac-address text ;I
  comment text ;I
  disabled bool =false ;I
  ingress-priority text ;I
  log text ;I
  log-prefix text ;I
  stp-flags text ;I
  stp-forward-delay text ;I
  stp-hello-time text ;I
  stp-max-age text ;I
  stp-msg-age text ;I
  stp-port text ;I
  stp-root-address text ;I
  stp-root-cost text ;I
  stp-root-priority text ;I
  stp-sender-address text ;I
  stp-sender-priority text ;I
  stp-type text ;I
  tls-host text ;I
  vlan-encap text ;I
  vlan-id text ;I
  vlan-priority text ;I
menu /interface/bridge/nat ordered
  chain text required ;MI
  action word(accept|passthrough|drop|jump|return|log|mark-packet|set-priority|src-nat|dst-nat|redirect|arp-reply) ;MI
  jump-target text ;MI
  new-packet-mark text ;MI
  to-src-mac-address text ;MI
  to-dst-mac-address text ;MI
  to-arp-reply-mac-address text ;MI
  new-priority num ;MI
  passthrough bool ;MI
  in-interface text neg ;MI
  in-bridge text neg ;MI
  out-interface text neg ;MI
  out-bridge text neg ;MI
  in-interface-list text neg ;MI
  out-interface-list text neg ;MI
  in-bridge-list text neg ;MI
  out-bridge-list text neg ;MI
  src-mac-address text neg ;MI
  dst-mac-address text neg ;MI
  mac-protocol text neg ;MI
  src-address text neg ;MI
  dst-address text neg ;MI
  src-address6 text neg ;MI
  dst-address6 text neg ;MI
  src-port text neg ;MI
  dst-port text neg ;MI
  ip-protocol text neg ;MI
  packet-mark text neg ;MI
  packet-type text neg ;MI
  limit text ;MI
  802.3-sap text ;I
  802.3-type text ;I
  arp-dst-address text ;I
  arp-dst-mac-address text ;I
  arp-gratuitous text ;I
  arp-hardware-type text ;I
  arp-opcode text ;I
  arp-packet-type text ;I
  arp-src-address text ;I
  arp-src-mac-address text ;I
  comment text ;I
  disabled bool =false ;I
  ingress-priority text ;I
  log text ;I
  log-prefix text ;I
  stp-flags text ;I
  stp-forward-delay text ;I
  stp-hello-time text ;I
  stp-max-age text ;I
  stp-msg-age text ;I
  stp-port text ;I
  stp-root-address text ;I
  stp-root-cost text ;I
  stp-root-priority text ;I
  stp-sender-address text ;I
  stp-sender-priority text ;I
  stp-type text ;I
  tls-host text ;I
  vlan-encap text ;I
  vlan-id text ;I
  vlan-priority text ;I
menu /interface/bridge/host readonly
menu /interface/bridge/mdb list
  group text required ;MI
  interface ref(interface) required ;MI
  bridge text required ;MI
  vid num ;MI
  comment text ;I
  disabled bool =false ;I
)";
}

} // namespace core::routeros::config
