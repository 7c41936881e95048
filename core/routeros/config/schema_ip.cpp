// Addresses, routes and the services of IPv4. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view ipTable() {
    return R"(
menu /ip/pool list key=name
  comment text ;I
  name text ;I
  next-pool text ;I
  ranges text ;I
menu /ip/vrf ordered key=name
  comment text ;I
  disabled bool =false ;I
  interfaces text ;I
  name text ;I
menu /ip/address list
  address addrlen required ;MI
  network addr ;MI
  interface ref(interface) required ;MI
  comment text ;IE
  disabled bool =false ;IE
  netmask text ;MI
  broadcast text ;MI
menu /ip/arp list
  address addr required ;MI
  interface ref(interface) required ;MI
  mac-address mac ;MI
  published bool =false ;MI
  comment text ;I
  disabled bool =false ;I
menu /ip/settings settings
  ip-forward bool =true ;MI
  arp-timeout time =30s ;MI
  allow-fast-path bool =true ;MI
  route-cache bool =true until=7.13 ;IW
  send-redirects bool =true ;MID
  accept-source-route bool =false ;MID
  accept-redirects bool =false ;MID
  secure-redirects bool =true ;MID
  rp-filter word(no|strict|loose) =no ;MID
  ipv4-multipath-hash-policy word(l3|l4|l3-inner) since=7.16 ;MI
  tcp-syncookies bool =false ;MID
  tcp-timestamps word(disabled|random-offset|enabled) since=7.18 ;MI
  max-neighbor-entries num =8192 ;MID
  icmp-rate-limit num =10 ;MID
  icmp-rate-mask hex =0x1818 ;MID
  icmp-errors-use-inbound-interface-address bool ;MI
  ipv4-high-fragment-thresh num ;M
  ipv4-fragment-time num ;M
menu /ip/route list
  dst-address prefix =0.0.0.0/0 ;MI
  gateway ref(gateway) ;MI
  blackhole bool bare ;MI
  distance num(1..255) =1 ;MI
  scope num(0..255) =30 ;MI
  target-scope num(0..255) =10 ;MI
  routing-table text =main ;MI
  suppress-hw-offload bool =false since=7.1 ;ME
  comment text ;IE
  disabled bool =false ;IE
  pref-src text ;MI
  check-gateway word(none|arp|ping|bfd) ;MI
  vrf-interface text ;MI
menu /ip/dhcp-client list key=interface
  disabled bool ;IE
  add-default-route text ;I
  allow-reconfigure text ;I
  check-gateway text ;I
  comment text ;I
  default-route-distance text ;I
  default-route-tables text ;I
  dhcp-options text ;I
  dscp text ;I
  interface ref(interface) ;I
  name text ;I
  script text ;I
  use-broadcast text ;I
  use-peer-dns text ;I
  use-peer-ntp text ;I
  vlan-priority text ;I
menu /ip/dhcp-server list key=name
  disabled bool ;IE
  add-arp text ;I
  address-lists text ;I
  address-pool text ;I
  allow-dual-stack-queue text ;I
  always-broadcast text ;I
  authoritative text ;I
  bootp-lease-time text ;I
  bootp-support text ;I
  client-mac-limit text ;I
  comment text ;I
  conflict-detection text ;I
  delay-threshold text ;I
  dhcp-option-set text ;I
  dynamic-lease-identifiers text ;I
  insert-queue-before text ;I
  interface ref(interface) ;I
  lease-script text ;I
  lease-time text ;I
  name text ;I
  parent-queue text ;I
  relay text ;I
  server-address text ;I
  support-broadband-tr101 text ;I
  use-framed-as-classless text ;I
  use-radius text ;I
  use-reconfigure text ;I
menu /ip/dhcp-server/network list key=address
  address text ;I
  boot-file-name text ;I
  caps-manager text ;I
  comment text ;I
  dhcp-option text ;I
  dhcp-option-set text ;I
  dns-none text ;I
  dns-server text ;I
  domain text ;I
  gateway text ;I
  netmask text ;I
  next-server text ;I
  ntp-none text ;I
  ntp-server text ;I
  wins-server text ;I
menu /ip/dhcp-server/lease list
  address text ;I
  address-lists text ;I
  agent-circuit-id text ;I
  agent-remote-id text ;I
  allow-dual-stack-queue text ;I
  always-broadcast text ;I
  block-access text ;I
  client-id text ;I
  comment text ;I
  dhcp-option text ;I
  dhcp-option-set text ;I
  disabled bool =false ;I
  insert-queue-before text ;I
  lease-time text ;I
  mac-address text ;I
  parent-queue text ;I
  queue-type text ;I
  rate-limit text ;I
  routes text ;I
  server text ;I
  use-src-mac text ;I
menu /ip/dhcp-server/config settings
  accounting text ;I
  interim-update text ;I
  radius-password text secret ;I
  store-leases-disk text ;I
menu /ip/dns settings
  address-list-extra-time text ;I
  allow-remote-requests text ;I
  cache-max-ttl text ;I
  cache-size text ;I
  doh-max-concurrent-queries text ;I
  doh-max-server-connections text ;I
  doh-timeout text ;I
  max-concurrent-queries text ;I
  max-concurrent-tcp-sessions text ;I
  max-udp-packet-size text ;I
  mdns-repeat-ifaces text ;I
  query-server-timeout text ;I
  query-total-timeout text ;I
  servers text ;I
  use-doh-server text ;I
  verify-doh-cert text ;I
  vrf text ;I
menu /ip/dns/static ordered
  address text ;I
  address-list text ;I
  cname text ;I
  comment text ;I
  disabled bool =false ;I
  forward-to text ;I
  match-subdomain text ;I
  mx-exchange text ;I
  mx-preference text ;I
  name text ;I
  ns text ;I
  regexp text ;I
  srv-port text ;I
  srv-priority text ;I
  srv-target text ;I
  srv-weight text ;I
  text text ;I
  ttl text ;I
  type text ;I
menu /ip/neighbor readonly
menu /ip/neighbor/discovery-settings settings
  discover-interface-list text neg ;MI
  discover-interval time since=7.16 ;MI
  lldp-med bool ;M
  lldp-med-net-policy-vlan text =disabled ;MID
  lldp-mac-phy-config bool ;MI
  lldp-max-frame-size bool ;MI
  lldp-vlan-info bool ;MI
  lldp-poe-power bool ;M
  lldp-dcbx bool ;M
  protocol text =cdp,lldp,mndp ;MID
  mode word(tx-and-rx|tx-only|rx-only) ;MI
  add-dns-entries bool ;M
  add-dns-entries-suffix text ;M
menu /ip/service fixed key=name
  name text ro ;MD
  port num ;MI
  address text ;MI
  available-from text ;M
  certificate text ;MI
  tls-version word(any|only-1.2) ;MI
  vrf text ;MI
  max-sessions num since=7.16 ;MI
  disabled bool =false ;I
menu /ip/ssh settings
  always-allow-password-login bool ;EW
  ciphers text since=7.17 ;MI
  forwarding-enabled word(no|local|remote|both) =no ;MID
  password-authentication word(yes|no|yes-if-no-key) ;MI
  publickey-authentication-options word(none|touch-required|verify-required) ;MI
  strong-crypto bool =false ;MID
  host-key-size word(1024|1536|2048|4096|8192) =2048 ;MID
  host-key-type word(rsa|ed25519) ;MI
menu /ip/traffic-flow settings
  active-flow-timeout text ;I
  cache-entries text ;I
  enabled text ;I
  inactive-flow-timeout text ;I
  interfaces text ;I
  packet-sampling text ;I
  sampling-interval text ;I
  sampling-space text ;I
menu /ip/traffic-flow/target list
  disabled bool =false ;I
  dst-address text ;I
  port text ;I
  src-address text ;I
  v9-template-refresh text ;I
  v9-template-timeout text ;I
  version text ;I
)";
}

} // namespace core::routeros::config
