// Switch chips. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view switchTable() {
    return R"(
menu /interface/ethernet/switch fixed key=name
  name text ro ;ME
  type text ro ;ME
  l3-hw-offloading bool ;ME
  mirror-source text ;M
  mirror-target text ;M
  mirror-egress-target text ;M
  rspan bool ;M
  rspan-ingress-vlan-id num ;M
  rspan-egress-vlan-id num ;M
  switch-all-ports bool ;M
  cpu-flow-control bool ;M
  qos-hw-offloading bool ;M
  bridge-type word(customer-vid-used-as-lookup-vid|service-vid-used-as-lookup-vid) ;M
  drop-if-no-vlan-assignment-on-ports text ;M
  drop-if-invalid-or-src-port-not-member-of-vlan-on-ports text ;M
  unknown-vlan-lookup-mode bool ;M
  forward-unknown-vlan bool ;M
  use-svid-in-one2one-vlan-lookup bool ;M
  use-cvid-in-one2one-vlan-lookup bool ;M
  mac-level-isolation bool ;M
  multicast-lookup-mode word(dst-mac-and-vid-always|dst-ip-and-vid-for-ipv4) ;M
  override-existing-when-ufdb-full bool ;M
  unicast-fdb-timeout time ;M
  ingress-mirror0 text ;M
  ingress-mirror1 text ;M
  ingress-mirror-ratio text ;M
  egress-mirror0 text ;M
  egress-mirror1 text ;M
  egress-mirror-ratio text ;M
  fdb-uses word(mirror0|mirror1) ;M
  vlan-uses word(mirror0|mirror1) ;M
  mirror-egress-if-ingress-mirrored bool ;M
  mirror-tx-on-mirror-port bool ;M
  mirrored-packet-qos-priority num ;M
  mirrored-packet-drop-precedence text ;M
  bypass-vlan-ingress-filter-for text ;M
  bypass-ingress-port-policing-for text ;M
  bypass-l2-security-check-filter-for text ;M
menu /interface/ethernet/switch/l3hw-settings settings
  autorestart bool since=7.6 ;M
  fasttrack-hw bool since=7.6 ;M
  ipv6-hw bool since=7.6 ;M
  icmp-reply-on-error bool since=7.6 ;M
menu /interface/ethernet/switch/l3hw-settings/advanced settings
  route-queue-limit-high num ;M
  route-queue-limit-low num ;M
  shwp-reset-counter num ;M
  partial-offload-chunk num ;M
  route-index-delay-min time ;M
  route-index-delay-max time ;M
  neigh-keepalive-interval time ;M
  neigh-discovery-interval time ;M
  neigh-discovery-burst-limit num ;M
  neigh-discovery-burst-delay time ;M
  neigh-dump-retries num ;M
menu /interface/ethernet/switch/port fixed key=name
  name ref(interface) ro ;ME
  switch text ro ;ME
  l3-hw-offloading bool ;ME
  ingress-customer-tpid-override num ;M
  egress-customer-tpid-override num ;M
  ingress-service-tpid-override num ;M
  egress-service-tpid-override num ;M
  drop-secure-static-mac-move bool ;M
  drop-dynamic-mac-move bool ;M
  learn-limit num ;M
  allow-unicast-loopback bool ;M
  allow-multicast-loopback bool ;M
  action-on-static-station-move word(forward|redirect-to-cpu|copy-to-cpu|drop) ;M
  drop-when-ufdb-entry-src-drop bool ;M
  isolation-leakage-profile-override num ;M
  vlan-type word(edge-port|network-port) ;M
  allow-fdb-based-vlan-translate bool ;M
  allow-mac-based-service-vlan-assignment-for word(none|untagged-and-priority-tagged-frame-only|tagged-frame-only|all) ;M
  allow-mac-based-customer-vlan-assignment-for word(none|untagged-and-priority-tagged-frame-only|tagged-frame-only|all) ;M
  filter-untagged-frame bool ;M
  filter-priority-tagged-frame bool ;M
  filter-tagged-frame bool ;M
  egress-vlan-tag-table-lookup-key word(egress-vid|according-to-bridge-type) ;M
  egress-vlan-mode word(untagged|tagged|unmodified) ;M
  ingress-mirror-to word(none|mirror0|mirror1) ;M
  ingress-mirroring-according-to-vlan bool ;M
  egress-mirror-to word(none|mirror0|mirror1) ;M
  qos-scheme-precedence text ;M
  default-customer-pcp num ;M
  default-service-pcp num ;M
  pcp-propagation-for-initial-pcp bool ;M
  egress-pcp-propagation bool ;M
  dscp-based-qos-dscp-to-dscp-mapping bool ;M
  pcp-or-dscp-based-qos-change-dei bool ;M
  pcp-or-dscp-based-qos-change-pcp bool ;M
  pcp-or-dscp-based-qos-change-dscp bool ;M
  pcp-based-qos-drop-precedence-mapping text ;M
  pcp-based-qos-dscp-mapping text ;M
  pcp-based-qos-dei-mapping text ;M
  pcp-based-qos-pcp-mapping text ;M
  pcp-based-qos-priority-mapping text ;M
  priority-to-queue text ;M
  per-queue-scheduling text ;M
  custom-drop-counter-includes text ;M
  queue-custom-drop-counter0-includes text ;M
  queue-custom-drop-counter1-includes text ;M
  policy-drop-counter-includes text ;M
  vlan-mode word(disabled|fallback|check|secure) =disabled ;MD
  vlan-header word(leave-as-is|always-strip|add-if-missing) =leave-as-is ;MD
  default-vlan-id num ;M
  mirror-ingress bool ;M
  mirror-egress bool ;M
  mirror-ingress-target text ;M
  ingress-rate num ;M
  egress-rate num ;M
  storm-rate num ;M
  limit-unknown-unicasts bool ;M
  limit-unknown-multicasts bool ;M
  limit-broadcasts bool ;M
menu /interface/ethernet/switch/vlan list
  switch text required ;M
  vlan-id num required ;M
  ports text required ;M
  svl bool ;M
  learn bool ;M
  flood bool ;M
  ingress-mirror bool ;M
  qos-group text ;M
  independent-learning bool ;M
menu /interface/ethernet/switch/rule ordered
  switch text required ;M
  ports text ;M
  src-mac-address text ;M
  dst-mac-address text ;M
  mac-protocol text ;M
  vlan-header bool ;M
  vlan-id num ;M
  vlan-priority text ;M
  src-address text ;M
  dst-address text ;M
  protocol text ;M
  src-port text ;M
  dst-port text ;M
  dscp num ;M
  src-address6 text ;M
  dst-address6 text ;M
  traffic-class num ;M
  flow-label num ;M
  copy-to-cpu bool ;M
  redirect-to-cpu bool ;M
  mirror bool ;M
  new-dst-ports text ;M
  mirror-ports text ;M
  new-qos-profile text ;M
  keep-qos-fields bool ;M
  new-vlan-id num ;M
  new-vlan-priority num ;M
  new-vrf text ;M
  rate num ;M
menu /interface/ethernet/switch/host list
  switch text required ;M
  mac-address mac ;M
  ports text required ;M
  copy-to-cpu bool ;M
  redirect-to-cpu bool ;M
  drop bool ;M
  mirror bool ;M
  vlan-id num ;M
  share-vlan-learned bool ;M
menu /interface/ethernet/switch/port-isolation fixed key=name
  name ref(interface) ;M
  switch text required ;M
  ports text ;M
  type word(src|dst) ;M
  forwarding-type text ;M
  traffic-type text ;M
  registration-status text ;M
  protocol-type text ;M
  flow-id num ;M
  mac-profile word(promiscuous|isolated|community1|community2) ;M
  port-profile num ;M
  vlan-profile word(promiscuous|isolated|community1|community2) ;M
  forwarding-override text ;M
menu /interface/ethernet/switch/qos/profile list key=name
  name text required ;M
  pcp num ;M
  dscp num ;M
  traffic-class num ;M
  automap bool ;M
menu /interface/ethernet/switch/qos/map list key=name
  name text required ;M
menu /interface/ethernet/switch/qos/map/vlan list
  map text ;M
  pcp text required ;M
  dei-only bool ;M
  profile text required ;M
menu /interface/ethernet/switch/qos/map/ip list
  map text ;M
  dscp text required ;M
  profile text required ;M
menu /interface/ethernet/switch/qos/tx-manager list key=name
  name text required ;M
  queue-buffers text ;M
menu /interface/ethernet/switch/qos/tx-manager/queue fixed
  schedule word(strict-priority|low-priority-group|high-priority-group) ;M
  weight num ;M
  queue-buffers text ;M
  use-shared-buffers bool ;M
  wred bool ;M
  ecn bool ;M
menu /interface/ethernet/switch/qos/settings settings
  multicast-buffers num ;M
  mirror-buffers num ;M
  mirror-profile text ;M
  shared-buffers num ;M
  lossless-buffers num ;M
  lossless-traffic-class text ;M
  wred-threshold word(low|medium|high) ;M
  total-desc num ;M
  total-buff num ;M
menu /interface/ethernet/switch/qos/port fixed key=name
  name ref(interface) ;M
  profile text ;M
  map text ;M
  trust-l2 word(ignore|trust|keep) ;M
  trust-l3 word(ignore|trust|keep) ;M
  tx-manager text ;M
  pfc text ;M
  egress-rate-queue0 num ;M
  egress-rate-queue1 num ;M
  egress-rate-queue2 num ;M
  egress-rate-queue3 num ;M
  egress-rate-queue4 num ;M
  egress-rate-queue5 num ;M
  egress-rate-queue6 num ;M
  egress-rate-queue7 num ;M
menu /interface/ethernet/switch/ingress-port-policer list
  switch text required ;M
  port text required ;M
  rate num required ;M
  burst num ;M
  meter-unit word(bit|packet) ;M
  meter-len word(layer-1|layer-2|layer-3) ;M
  yellow-action word(drop|forward|remark) ;M
  new-dei-for-yellow text ;M
  new-pcp-for-yellow text ;M
  new-dscp-for-yellow text ;M
  packet-types text ;M
menu /interface/ethernet/switch/shaper list
  switch text required ;M
  port text required ;M
  target word(queue0|queue1|queue2|queue3|queue4|queue5|queue6|queue7|wrr-group0|wrr-group1|port) ;M
  meter-unit word(bit|packet) ;M
  rate num ;M
  burst num ;M
menu /interface/ethernet/switch/trunk list key=name
  switch text required ;M
  name text ;M
  member-ports text required ;M
menu /interface/ethernet/switch/egress-vlan-tag list
  switch text required ;M
  vlan-id num required ;M
  tagged-ports text ;M
menu /interface/ethernet/switch/ingress-vlan-translation ordered
  protocol text ;M
  sa-learning bool ;M
  switch text required ;M
  ports text required ;M
  service-vlan-format word(untagged-or-tagged|priority-tagged-or-tagged|tagged|any) ;M
  service-vid num ;M
  service-pcp num ;M
  service-dei num ;M
  customer-vlan-format word(untagged-or-tagged|priority-tagged-or-tagged|tagged|any) ;M
  customer-vid num ;M
  customer-pcp num ;M
  customer-dei num ;M
  new-service-vid text ;M
  new-customer-vid text ;M
  pcp-propagation bool ;M
  swap-vids word(no|assign-cvid-to-svid) ;M
menu /interface/ethernet/switch/egress-vlan-translation ordered
  switch text required ;M
  ports text required ;M
  service-vlan-format word(untagged-or-tagged|priority-tagged-or-tagged|tagged|any) ;M
  service-vid num ;M
  service-pcp num ;M
  service-dei num ;M
  customer-vlan-format word(untagged-or-tagged|priority-tagged-or-tagged|tagged|any) ;M
  customer-vid num ;M
  customer-pcp num ;M
  customer-dei num ;M
  new-service-vid text ;M
  new-customer-vid text ;M
  pcp-propagation bool ;M
  swap-vids word(no|assign-cvid-to-svid) ;M
)";
}

} // namespace core::routeros::config
