// Ports, bridges, VLANs and what else carries frames. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view interfaceTable() {
    return R"(
menu /interface fixed key=name
  name text ;MI
  mtu num(68..65535) ;MI
  l2mtu num(68..65535) ;MI
  comment text ;IE
  disabled bool =false ;IE
menu /interface/bridge list key=name interfaces
  name text ;MI
  mtu num(68..65535) =auto or(auto) ;MI
  ageing-time time =5m ;MI
  protocol-mode word(none|stp|rstp|mstp) =rstp ;MI
  fast-forward bool =true ;MI
  igmp-snooping bool =false ;MI
  vlan-filtering bool =false ;MI
  dhcp-snooping bool =false ;MI
  auto-mac bool =true ;MI
  admin-mac mac ;MI
  priority hex =0x8000 ;MI
  comment text ;IE
  disabled bool =false ;IE
  port-cost-mode word(long|short) ;IE
  arp word(disabled|enabled|proxy-arp|reply-only|local-proxy-arp) =enabled ;MID
  arp-timeout time =auto or(auto) ;MID
  multicast-router word(disabled|temporary-query|permanent) ;MI
  multicast-querier bool =false ;MID
  startup-query-count num ;MI
  last-member-query-count num ;MI
  last-member-interval time ;MI
  membership-interval time ;MI
  querier-interval time ;MI
  query-interval time ;MI
  query-response-interval time ;MI
  startup-query-interval time ;MI
  igmp-version word(2|3) ;MI
  mld-version word(1|2) =1 ;MID
  max-message-age time =20s ;MID
  forward-delay time =15s ;MID
  transmit-hold-count num =6 ;MID
  region-name text ;MI
  region-revision num ;MI
  max-hops num ;MI
  ether-type word(0x8100|0x88a8|0x9100) =0x8100 ;MID
  pvid num =1 ;MID
  frame-types word(admit-all|admit-only-vlan-tagged|admit-only-untagged-and-priority-tagged) =admit-all ;MID
  ingress-filtering bool ;MI
  dhcp-agent-circuit-id text ;M
  dhcp-agent-remote-id text ;M
  dhcpv6-snooping bool ;M
  dhcpv6-agent-circuit-id text ;M
  dhcpv6-agent-remote-id text ;M
  ra-guard bool ;MI
  mvrp bool ;MI
  msrp bool ;M
  forward-reserved-addresses bool ;MI
  max-learned-entries text ;MI
  mlag-peer-port text ;MI
  mlag-priority num ;MI
  mlag-heartbeat time or(none) ;MI
  add-dhcp-option82 text ;I
menu /interface/ethernet fixed key=name interfaces
  name text ;MI
  default-name text ro ;ME
  mtu num(68..65535) =1500 ;MI
  l2mtu num(68..65535) =1598 ;MI
  mac-address mac ;MI
  orig-mac-address mac ro ;MI
  switch text ro ;ME
  comment text ;IE
  disabled bool =false ;IE
  disable-running-check bool ;MI
  auto-negotiation bool =true ;MID
  advertise text ;MI
  tx-flow-control word(off|on|auto) =off ;MID
  rx-flow-control word(off|on|auto) =off ;MID
  cable-settings word(short|standard|default) ;MI
  mdix-enable bool ;MI
  speed text ;MI
  bandwidth text =unlimited/unlimited ;MD
  poe-out word(off|auto-on|forced-on|forced-on-a|forced-on-bt) ;M
  poe-voltage word(auto|low|high) ;M
  poe-priority text ;M
  power-cycle-ping-enabled bool ;M
  power-cycle-ping-address text ;M
  power-cycle-ping-timeout time ;M
  power-cycle-interval time or(none) ;M
  sfp-rate-select bool ;MI
  sfp-ignore-rx-los bool ;MI
  combo-mode word(auto|copper|sfp) ;MI
  fec-mode word(off|auto|fec74|fec91) ;MI
  sfp-shutdown-temperature num ;MI
  passthrough-interface text ;M
  arp word(disabled|enabled|proxy-arp|reply-only|local-proxy-arp) =enabled ;MID
  arp-timeout time =auto or(auto) ;MID
  loop-protect word(default|off|on) =default ;MID
  loop-protect-send-interval time =5s ;MID
  loop-protect-disable-time time =5m ;MID
menu /interface/veth list key=name interfaces
  name text ;E
  address text ;E
  gateway text ;E
  gateway6 text ;E
  dhcp bool ;E
  container-mac-address mac ;E
  mac-address mac ;E
  comment text ;E
  disabled bool =false ;E
menu /interface/bonding list key=name interfaces
  name text ;MI
  mtu text =1500 ;MID
  forced-mac-address mac ;MI
  arp word(disabled|enabled|proxy-arp|reply-only|local-proxy-arp) =enabled ;MID
  arp-timeout time =auto or(auto) ;MID
  slaves text ;MI
  mode word(balance-rr|active-backup|balance-xor|broadcast|802.3ad|balance-tlb|balance-alb) =balance-rr ;MID
  primary text =none ;MID
  link-monitoring word(none|arp|mii) =mii ;MID
  arp-interval time =100ms ;MID
  arp-ip-targets text = ;MID
  mii-interval time =100ms ;MID
  down-delay time =0s ;MID
  up-delay time =0s ;MID
  lacp-rate word(30secs|1sec) =30secs ;MID
  transmit-hash-policy word(layer-2|layer-3-and-4|layer-2-and-3|encap-2-and-3|encap-3-and-4) =layer-2 ;MID
  min-links num =0 ;MID
  mlag-id num ;MI
  lacp-user-key num ;MI
  lacp-mode word(passive|active) ;MI
  lacp-system-id mac ;MI
  lacp-system-priority num ;MI
  comment text ;I
  disabled bool =false ;I
menu /interface/vlan list key=name interfaces
  name text ;MI
  mtu num(68..65535) =1500 ;MI
  vlan-id num(1..4094) required ;MI
  interface ref(interface) required ;MI
  comment text ;IE
  disabled bool =false ;IE
  use-service-tag bool =false ;MID
  mvrp bool ;MI
  l3-hw-offloading bool since=7.21 ;M
  arp word(disabled|enabled|proxy-arp|reply-only|local-proxy-arp) =enabled ;MID
  arp-timeout time =auto or(auto) ;MID
  loop-protect word(default|off|on) =default ;MID
  loop-protect-send-interval time =5s ;MID
  loop-protect-disable-time time =5m ;MID
menu /interface/vrrp list key=name interfaces
  arp text ;I
  arp-timeout text ;I
  authentication text ;I
  comment text ;I
  connection-tracking-mode text ;I
  connection-tracking-port text ;I
  disabled bool =false ;I
  group-authority text ;I
  group-master text ;I
  interface ref(interface) ;I
  interval text ;I
  name text ;I
  on-backup text ;I
  on-fail text ;I
  on-master text ;I
  password text secret ;I
  preemption-mode text ;I
  priority text ;I
  remote-address text ;I
  sync-connection-tracking text ;I
  v3-protocol text ;I
  version text ;I
  vrid text ;I
)";
}

} // namespace core::routeros::config
