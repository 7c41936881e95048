// The router itself, its users and tools. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view systemTable() {
    return R"(
menu /system/identity settings
  name text =MikroTik ;MI
menu /system/clock settings
  time text ;MI
  date text ;MI
  time-zone-autodetect bool ;MI
  time-zone-name text ;MI
menu /system/routerboard/settings settings
  auto-upgrade bool ;M
  baud-rate word(115200|57600|38400|19200|9600|4800|2400|1200) ;M
  boot-delay time ;M
  init-delay time ;M
  enter-setup-on word(any-key|delete-key) ;M
  boot-device text ;M
  preboot-etherboot time or(disabled) ;M
  preboot-etherboot-server text ;M
  etherboot-port word(ether1|ether2) ;M
  boot-os word(router-os|swos) ;M
  regulatory-domain-ce bool ;M
  cpu-mode word(power-save|regular) ;M
  cpu-frequency text ;M
  memory-frequency text ;M
  memory-data-rate text ;M
  preferred-architecture word(arm32|arm64) ;M
  boot-protocol word(bootp|dhcp) ;M
  enable-jumper-reset bool ;M
  force-backup-booter bool ;M
  silent-boot bool ;M
  disable-pci bool ;M
  gpio-function text ;M
  protected-routerboot bool ;M
  reformat-hold-button time ;M
  reformat-hold-button-max time ;M
menu /snmp settings
  enabled bool ;M
  contact text ;M
  location text ;M
  engine-id-suffix text ;M
  src-address text ;M
  trap-target text ;M
  trap-community text ;M
  trap-version word(1|2|3) ;M
  trap-generators text ;M
  trap-interfaces text ;M
  vrf text ;M
menu /snmp/community list key=name
  name text ;M
  addresses text ;M
  security word(none|authorized|private) ;M
  read-access bool ;M
  write-access bool ;M
  authentication-protocol word(MD5|SHA1) ;M
  encryption-protocol word(DES|AES) ;M
  authentication-password text secret ;M
  encryption-password text secret ;M
menu /system/scheduler list key=name
  comment text ;I
  disabled bool =false ;I
  interval text ;I
  name text ;I
  on-event text ;I
  policy text ;I
  start-date text ;I
  start-time text ;I
menu /system/script list key=name
  comment text ;I
  dont-require-permissions text ;I
  name text ;I
  owner text ;I
  policy text ;I
  source text ;I
menu /system/resource/irq fixed key=irq
  irq text ;I
  cpu text ;I
menu /system/resource readonly
menu /system/resource/cpu readonly
menu /system/routerboard readonly
menu /system/package readonly
menu /system/history readonly
menu /system/license readonly
menu /system/device-mode readonly
menu /log readonly
menu /pathscope/paths readonly
menu /pathscope/drops readonly
menu /pathscope/capture readonly
menu /pathscope/board readonly
menu /pathscope/round-trips readonly
menu /pathscope/scenario readonly
menu /pathscope/traffic readonly
menu /user/group list key=name
  name text ;MI
  policy text ;MI
  skin text =default ;MID
  comment text ;I
menu /user list key=name
  name text required ;MI
  group text required ;MI
  password text required secret ;MI
  inactivity-timeout time ;MI
  inactivity-policy word(none|logout|lockscreen) ;MI
  address text ;MI
  comment text ;I
  disabled bool =false ;I
menu /user/ssh-keys list
  user text ;MI
  key text ;MI
  comment text ;I
menu /user/settings settings
  minimum-password-length num ;MI
  minimum-categories num ;MI
menu /user/aaa settings
  use-radius bool ;MI
  accounting bool ;MI
  interim-update time ;MI
  default-group text ;MI
  exclude-groups text ;MI
menu /user/active readonly
menu /tool/bandwidth-server settings
  enabled bool =true ;MD
  authenticate bool =true ;MD
  allocate-udp-ports-from num =2000 ;MD
  max-sessions num =100 ;MD
  allowed-addresses4 text ;M
  allowed-addresses6 text ;M
menu /tool/sniffer settings
  only-headers bool =false ;MID
  memory-limit num ;MI
  memory-scroll bool =true ;MID
  file-name text = ;MID
  file-limit num ;MI
  streaming-enabled bool =false ;MID
  streaming-server text =0.0.0.0:37008 ;MID
  max-packet-size num ;MI
  filter-stream bool =false ;MID
  filter-interface text = ;MID
  filter-mac-address text = ;MID
  filter-src-mac-address text ;MI
  filter-dst-mac-address text ;MI
  filter-mac-protocol text = ;MID
  filter-ip-address text = ;MID
  filter-src-ip-address text ;MI
  filter-dst-ip-address text ;MI
  filter-ipv6-address text = ;MID
  filter-src-ipv6-address text ;MI
  filter-dst-ipv6-address text ;MI
  filter-ip-protocol text = ;MID
  filter-port text = ;MID
  filter-src-port text ;MI
  filter-dst-port text ;MI
  filter-vlan text ;MI
  filter-cpu text = ;MID
  filter-size text = ;MID
  filter-direction word(any|tx|rx) =any ;MID
  filter-operator-between-entries word(or|and) =or ;MID
  quick-rows num ;MI
  quick-show-frame bool ;MI
menu /tool/netwatch list
  accept-icmp-time-exceeded text ;I
  certificate text ;I
  check-certificate text ;I
  comment text ;I
  disabled bool =false ;I
  dns-server text ;I
  down-script text ;I
  early-failure-detection text ;I
  early-success-detection text ;I
  host text ;I
  http-codes text ;I
  ignore-initial-down text ;I
  ignore-initial-up text ;I
  interval text ;I
  name text ;I
  packet-count text ;I
  packet-interval text ;I
  packet-size text ;I
  port text ;I
  record-type text ;I
  src-address text ;I
  start-delay text ;I
  startup-delay text ;I
  test-script text ;I
  thr-avg text ;I
  thr-http-time text ;I
  thr-jitter text ;I
  thr-loss-count text ;I
  thr-loss-percent text ;I
  thr-max text ;I
  thr-stdev text ;I
  thr-tcp-conn-time text ;I
  timeout text ;I
  ttl text ;I
  type text ;I
  up-script text ;I
menu /tool/traffic-generator settings
  test-id num =0 ;MID
  measure-out-of-order bool =true ;MID
  latency-distribution-max time =100us ;MID
  stats-samples-to-keep num =100 ;MID
menu /tool/traffic-generator/port list key=name
  name text ;MI
  interface ref(interface) required ;MI
  disabled bool =false ;I
menu /tool/traffic-generator/packet-template list key=name
  name text ;MI
  header-stack text ;MI
  port text ;MI
  interface ref(interface) ;MI
  mac-src text ;MI
  mac-dst text ;MI
  mac-protocol text ;MI
  vlan-priority text ;MI
  vlan-id text ;MI
  vlan-protocol text ;MI
  ip-dscp text ;MI
  ip-id text ;MI
  ip-frag-off text ;MI
  ip-ttl text ;MI
  ip-src text ;MI
  ip-dst text ;MI
  ip-protocol text ;MI
  ip-gateway text ;MI
  udp-src-port text ;MI
  udp-dst-port text ;MI
  udp-checksum text ;MI
  raw-header text ;MI
  ipv6-src text ;MI
  ipv6-dst text ;MI
  ipv6-next-header text ;MI
  ipv6-gateway text ;MI
  ipv6-traffic-class text ;MI
  ipv6-flow-label text ;MI
  ipv6-hop-limit text ;MI
  tcp-src-port text ;MI
  tcp-dst-port text ;MI
  tcp-syn text ;MI
  tcp-ack text ;MI
  tcp-data-offset text ;MI
  tcp-flags text ;MI
  tcp-window-size text ;MI
  tcp-urgent-pointer text ;MI
  data word(uninitialized|random|specific-byte|incrementing) ;MI
  data-byte num ;MI
  random-byte-offsets-and-masks text ;MI
  random-ranges text ;MI
  special-footer bool ;MI
  compute-checksum-from-offset num ;MI
  comment text ;I
menu /tool/traffic-generator/raw-packet-template list key=name
  name text ;MI
  port text ;MI
  header text ;MI
  data word(uninitialized|random|specific-byte|incrementing) ;MI
  data-byte num ;MI
  random-byte-offsets-and-masks text ;MI
  random-ranges text ;MI
  ip-header-offset text ;MI
  ipv6-header-offset text ;MI
  udp-header-offset text ;MI
  udp-compute-checksum text ;MI
  tcp-header-offset text ;MI
  special-footer bool ;MI
  compute-checksum-from-offset num ;MI
  comment text ;I
menu /tool/traffic-generator/stream list key=name
  name text ;MI
  port text ;MI
  id num ;MI
  packet-size text ;MI
  pps num ;MI
  mbps num ;MI
  packet-count num ;MI
  cpu-core text ;MI
  tx-template text required ;MI
  disabled bool =false ;I
)";
}

} // namespace core::routeros::config
