// The firewall of IPv4. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view firewallTable() {
    return R"(
menu /ip/firewall/layer7-protocol list key=name
  name text ;MI
  regexp text ;MI
  comment text ;I
menu /ip/firewall/address-list list
  list text required ;MI
  address range required ;MI
  timeout time ;MI
  comment text ;IE
  disabled bool =false ;IE
menu /ip/firewall/filter ordered
  chain text required ;MI
  action word(accept|add-dst-to-address-list|add-src-to-address-list|drop|fasttrack-connection|jump|log|passthrough|reject|return|tarpit) =accept ;MI
  src-address range neg ;MI
  dst-address range neg ;MI
  src-address-list text neg ;MI
  dst-address-list text neg ;MI
  protocol proto neg ;MI
  src-port ports neg list ;MI
  dst-port ports neg list ;MI
  port ports neg list ;MI
  in-interface ref(interface) neg ;MI
  out-interface ref(interface) neg ;MI
  in-interface-list ref(interface-list) neg ;MI
  out-interface-list ref(interface-list) neg ;MI
  connection-state word(established|related|new|invalid|untracked) neg list ;MI
  connection-nat-state word(srcnat|dstnat) neg list ;MI
  connection-mark text neg ;MI
  packet-mark text neg ;MI
  routing-mark text neg ;MI
  tcp-flags word(fin|syn|rst|psh|ack|urg|!fin|!syn|!rst|!psh|!ack|!urg|ece|cwr|!ece|!cwr) list ;MI
  fragment bool ;MI
  icmp-options text neg ;MI
  jump-target text ;MI
  address-list text ;MI
  address-list-timeout time or(none-dynamic|none-static) ;MI
  log bool =false ;MI
  log-prefix text = ;MI
  comment text ;IE
  disabled bool =false ;IE
  reject-with word(icmp-network-unreachable|icmp-host-unreachable|icmp-port-unreachable|icmp-admin-prohibited|tcp-reset|icmp-protocol-unreachable|icmp-net-prohibited|icmp-host-prohibited) ;MI
  hw-offload bool ;ME
  p2p text neg ;MI
  tls-host text neg ;MI
  connection-limit text neg ;MI
  layer7-protocol text neg ;MI
  realm text neg ;MI
  psd text ;MI
  ipv4-options text ;MI
  src-address-type text neg ;MI
  dst-address-type text neg ;MI
  hotspot text ;MI
  ttl text ;MI
  connection-type text neg ;MI
  connection-bytes text ;MI
  connection-rate text neg ;MI
  in-bridge-port text neg ;MI
  out-bridge-port text neg ;MI
  in-bridge-port-list text neg ;MI
  out-bridge-port-list text neg ;MI
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
  ipsec-policy text ;MI
menu /ip/firewall/nat ordered
  chain text required ;MI
  action word(accept|add-dst-to-address-list|add-src-to-address-list|dst-nat|jump|log|masquerade|passthrough|return|src-nat|redirect|same|netmap|endpoint-independent-nat|socksify) =accept ;MI
  src-address range neg ;MI
  dst-address range neg ;MI
  src-address-list text neg ;MI
  dst-address-list text neg ;MI
  protocol proto neg ;MI
  src-port ports neg list ;MI
  dst-port ports neg list ;MI
  port ports neg list ;MI
  in-interface ref(interface) neg ;MI
  out-interface ref(interface) neg ;MI
  in-interface-list ref(interface-list) neg ;MI
  out-interface-list ref(interface-list) neg ;MI
  connection-state word(established|related|new|invalid|untracked) neg list ;IE
  connection-nat-state word(srcnat|dstnat) neg list ;IE
  connection-mark text neg ;MI
  packet-mark text neg ;MI
  routing-mark text neg ;MI
  tcp-flags word(fin|syn|rst|psh|ack|urg|!fin|!syn|!rst|!psh|!ack|!urg) list ;IE
  fragment bool ;MI
  icmp-options text neg ;MI
  jump-target text ;MI
  address-list text ;MI
  address-list-timeout time or(none-dynamic|none-static) ;MI
  log bool =false ;MI
  log-prefix text = ;MI
  comment text ;IE
  disabled bool =false ;IE
  to-addresses range ;MI
  to-ports ports ;MI
  same-not-by-dst bool ;MI
  randomise-ports bool ;MI
  socksify-service text ;MI
  socks5-server text ;MI
  socks5-port num ;MI
  connection-limit text neg ;MI
  layer7-protocol text neg ;MI
  realm text neg ;MI
  psd text ;MI
  ipv4-options text ;MI
  src-address-type text neg ;MI
  dst-address-type text neg ;MI
  hotspot text ;MI
  ttl text ;MI
  connection-type text neg ;MI
  connection-bytes text ;MI
  connection-rate text neg ;MI
  in-bridge-port text neg ;MI
  out-bridge-port text neg ;MI
  in-bridge-port-list text neg ;MI
  out-bridge-port-list text neg ;MI
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
  ipsec-policy text ;MI
menu /ip/firewall/mangle ordered
  chain text required ;MI
  action word(accept|add-dst-to-address-list|add-src-to-address-list|drop|fasttrack-connection|jump|log|mark-connection|mark-packet|mark-routing|passthrough|return|sniff-tzsp|sniff-pc|change-mss|change-dscp|strip-ipv4-options|change-ttl|set-priority|clear-df|route) =accept ;MI
  src-address range neg ;MI
  dst-address range neg ;MI
  src-address-list text neg ;MI
  dst-address-list text neg ;MI
  protocol proto neg ;MI
  src-port ports neg list ;MI
  dst-port ports neg list ;MI
  port ports neg list ;MI
  in-interface ref(interface) neg ;MI
  out-interface ref(interface) neg ;MI
  in-interface-list ref(interface-list) neg ;MI
  out-interface-list ref(interface-list) neg ;MI
  connection-state word(established|related|new|invalid|untracked) neg list ;MI
  connection-nat-state word(srcnat|dstnat) neg list ;MI
  connection-mark text neg ;MI
  packet-mark text neg ;MI
  routing-mark text neg ;MI
  tcp-flags word(fin|syn|rst|psh|ack|urg|!fin|!syn|!rst|!psh|!ack|!urg|ece|cwr|!ece|!cwr) list ;MI
  fragment bool ;MI
  icmp-options text neg ;MI
  jump-target text ;MI
  address-list text ;MI
  address-list-timeout time or(none-dynamic|none-static) ;MI
  log bool =false ;MI
  log-prefix text = ;MI
  comment text ;IE
  disabled bool =false ;IE
  new-packet-mark text ;MI
  new-connection-mark text ;MI
  new-routing-mark text ;MI
  passthrough bool =true ;MI
  new-mss text ;MI
  new-dscp num(0..63) or(from-priority-to-high-3-bits|from-priority) ;MI
  new-priority text ;MI
  new-ttl text ;MI
  p2p text neg ;MI
  sniff-target text ;MI
  sniff-target-port num ;MI
  sniff-id num ;MI
  route-dst text ;MI
  tls-host text neg ;MI
  connection-limit text neg ;MI
  layer7-protocol text neg ;MI
  realm text neg ;MI
  psd text ;MI
  ipv4-options text ;MI
  src-address-type text neg ;MI
  dst-address-type text neg ;MI
  hotspot text ;MI
  ttl text ;MI
  connection-type text neg ;MI
  connection-bytes text ;MI
  connection-rate text neg ;MI
  in-bridge-port text neg ;MI
  out-bridge-port text neg ;MI
  in-bridge-port-list text neg ;MI
  out-bridge-port-list text neg ;MI
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
  ipsec-policy text ;MI
menu /ip/firewall/raw ordered
  chain text required ;MI
  action word(accept|add-dst-to-address-list|add-src-to-address-list|drop|jump|log|notrack|passthrough|return) =accept ;MI
  src-address range neg ;MI
  dst-address range neg ;MI
  src-address-list text neg ;MI
  dst-address-list text neg ;MI
  protocol proto neg ;MI
  src-port ports neg list ;MI
  dst-port ports neg list ;MI
  port ports neg list ;MI
  in-interface ref(interface) neg ;MI
  out-interface ref(interface) neg ;MI
  in-interface-list ref(interface-list) neg ;MI
  out-interface-list ref(interface-list) neg ;MI
  packet-mark text neg ;MI
  tcp-flags word(fin|syn|rst|psh|ack|urg|!fin|!syn|!rst|!psh|!ack|!urg|ece|cwr|!ece|!cwr) list ;MI
  fragment bool ;MI
  icmp-options text neg ;MI
  jump-target text ;MI
  address-list text ;MI
  address-list-timeout time or(none-dynamic|none-static) ;MI
  log bool =false ;MI
  log-prefix text = ;MI
  comment text ;IE
  disabled bool =false ;IE
  tls-host text neg ;MI
  in-bridge-port text neg ;MI
  out-bridge-port text neg ;MI
  in-bridge-port-list text neg ;MI
  out-bridge-port-list text neg ;MI
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
  ipsec-policy text ;MI
  psd text ;MI
  ipv4-options text ;MI
  src-address-type text neg ;MI
  dst-address-type text neg ;MI
  hotspot text ;MI
  ttl text ;MI
menu /ip/firewall/connection readonly
menu /ip/firewall/connection/tracking settings
  enabled word(auto|yes|no) =auto ;MI
  tcp-syn-sent-timeout time =5s ;MI
  tcp-syn-received-timeout time =5s ;MI
  tcp-established-timeout time =1d ;MI
  tcp-fin-wait-timeout time =10s ;MI
  tcp-close-wait-timeout time =10s ;MI
  tcp-last-ack-timeout time =10s ;MI
  tcp-time-wait-timeout time =10s ;MI
  tcp-close-timeout time =10s ;MI
  loose-tcp-tracking bool =true ;MI
  udp-timeout time =30s ;MI
  udp-stream-timeout time =3m ;MI
  icmp-timeout time =10s ;MI
  generic-timeout time =10m ;MI
  tcp-max-retrans-timeout time =5m ;MID
  tcp-unacked-timeout time =5m ;MID
  liberal-tcp-tracking bool since=7.20 ;MI
menu /ip/firewall/service-port fixed key=name
  name text ro ;I
  ports text ;MI
  sip-direct-media bool ;MI
  sip-timeout time ;MI
  disabled bool =false ;I
)";
}

} // namespace core::routeros::config
