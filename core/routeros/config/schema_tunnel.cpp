// Tunnels. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view tunnelTable() {
    return R"(
menu /interface/wireguard list key=name interfaces
  listen-port num(0..65535) ;I
  mtu num(68..65535) =1420 ;I
  private-key text secret ;I
  comment text ;I
  disabled bool =false ;I
  name text ;I
  vrf text ;I
menu /interface/eoip list key=name interfaces
  allow-fast-path bool =true ;MI
  arp text ;I
  arp-timeout text ;I
  clamp-tcp-mss bool =true ;MI
  comment text ;I
  disabled bool =false ;I
  dont-fragment word(inherit|no) =no ;MI
  dscp num(0..63) =inherit or(inherit) ;MI
  ipsec-secret text secret ;I
  keepalive text =10s,10 ;MI
  local-address text =0.0.0.0 ;MI
  loop-protect text ;I
  loop-protect-disable-time text ;I
  loop-protect-send-interval text ;I
  mac-address mac ;MI
  mtu num(68..65535) =auto or(auto) ;MI
  name text ;I
  remote-address text ;MI
  tunnel-id num(0..65535) =0 ;MI
menu /interface/gre list key=name interfaces
  allow-fast-path bool =true ;MI
  clamp-tcp-mss bool =true ;MI
  comment text ;I
  disabled bool =false ;I
  dont-fragment word(inherit|no) =no ;MI
  dscp num(0..63) =inherit or(inherit) ;MI
  ipsec-secret text secret ;I
  keepalive text =10s,10 ;MI
  local-address text =0.0.0.0 ;MI
  mtu num(68..65535) =auto or(auto) ;MI
  name text ;I
  remote-address text ;MI
menu /interface/ipip list key=name interfaces
  allow-fast-path bool =true ;MI
  clamp-tcp-mss bool =true ;MI
  comment text ;I
  disabled bool =false ;I
  dont-fragment word(inherit|no) =no ;MI
  dscp num(0..63) =inherit or(inherit) ;MI
  ipsec-secret text secret ;I
  keepalive text =10s,10 ;MI
  local-address text =0.0.0.0 ;MI
  mtu num(68..65535) =auto or(auto) ;MI
  name text ;I
  remote-address text ;MI
menu /interface/vxlan list key=name interfaces
  allow-fast-path text ;I
  arp text ;I
  arp-timeout text ;I
  bridge text ;I
  bridge-pvid text ;I
  checksum text ;I
  comment text ;I
  disabled bool =false ;I
  dont-fragment text ;I
  group text ;I
  hw text ;I
  interface ref(interface) ;I
  learning text ;I
  local-address text ;I
  loop-protect text ;I
  loop-protect-disable-time text ;I
  loop-protect-send-interval text ;I
  mac-address text ;I
  max-fdb-size text ;I
  mtu text ;I
  name text ;I
  port text ;I
  rem-csum text ;I
  ttl text ;I
  vni text ;I
  vtep-vrf text ;I
  vteps-ip-version text ;I
menu /interface/vxlan/vteps list
  comment text ;I
  disabled bool =false ;I
  interface ref(interface) ;I
  remote-ip text ;I
menu /interface/pppoe-client list key=name interfaces
  ac-name text ;I
  add-default-route text ;I
  allow text ;I
  comment text ;I
  default-route-distance text ;I
  dial-on-demand text ;I
  disabled bool =false ;I
  host-uniq text ;I
  interface ref(interface) ;I
  keepalive-timeout text ;I
  max-mru text ;I
  max-mtu text ;I
  mrru text ;I
  name text ;I
  password text secret ;I
  profile text ;I
  service-name text ;I
  use-peer-dns text ;I
  user text ;I
menu /interface/pppoe-server/server list key=service-name
  accept-empty-service bool ;E
  accept-untagged bool ;E
  authentication text ;E
  comment text ;E
  default-profile text ;E
  disabled bool ;E
  interface ref(interface) ;E
  keepalive-timeout text ;E
  max-mru text ;E
  max-mtu text ;E
  max-sessions text ;E
  mrru text ;E
  one-session-per-host bool ;E
  pado-delay text ;E
  pppoe-over-vlan-range text ;E
  service-name text ;E
menu /interface/wireguard/peers ordered key=name
  allowed-address text ;MI
  client-address text ;I
  client-allowed-address text ;I
  client-dns text ;I
  client-endpoint text ;I
  client-keepalive text ;I
  client-listen-port text ;I
  comment text ;I
  disabled bool =false ;I
  endpoint-address text ;I
  endpoint-port num(0..65535) =0 ;MI
  interface ref(interface) ;I
  name text ;I
  persistent-keepalive time =0s ;MI
  preshared-key text secret ;I
  private-key text secret ;I
  public-key text ;I
  responder bool =false ;MI
)";
}

} // namespace core::routeros::config
