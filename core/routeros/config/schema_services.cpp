// IPsec, hotspot and RADIUS. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view servicesTable() {
    return R"(
menu /ip/ipsec/profile list key=name
  dh-group text ;I
  dpd-interval text ;I
  dpd-maximum-failures text ;I
  enc-algorithm text ;I
  hash-algorithm text ;I
  lifebytes text ;I
  lifetime text ;I
  name text ;I
  nat-traversal text ;I
  ppk text ;I
  prf-algorithm text ;I
  proposal-check text ;I
menu /ip/ipsec/peer list key=name
  address text ;I
  comment text ;I
  disabled bool =false ;I
  exchange-mode text ;I
  local-address text ;I
  name text ;I
  passive text ;I
  port text ;I
  ppk-secret text ;I
  profile text ;I
  send-initial-contact text ;I
menu /ip/ipsec/proposal list key=name
  auth-algorithms text ;I
  comment text ;I
  disabled bool =false ;I
  enc-algorithms text ;I
  lifetime text ;I
  name text ;I
  pfs-group text ;I
menu /ip/ipsec/mode-config list key=name
  address text ;I
  address-pool text ;I
  address-prefix-length text ;I
  connection-mark text ;I
  name text ;I
  responder text ;I
  split-dns text ;I
  split-include text ;I
  src-address-list text ;I
  static-dns text ;I
  system-dns text ;I
  use-responder-dns text ;I
menu /ip/ipsec/policy/group list key=name
  comment text ;I
  name text ;I
menu /ip/ipsec/identity list
  auth-method text ;I
  certificate text ;I
  comment text ;I
  disabled bool =false ;I
  eap-methods text ;I
  generate-policy text ;I
  key text ;I
  match-by text ;I
  mode-config text ;I
  my-id text ;I
  notrack-chain text ;I
  password text secret ;I
  peer text ;I
  policy-template-group text ;I
  remote-certificate text ;I
  remote-id text ;I
  remote-key text ;I
  secret text secret ;I
  username text ;I
menu /ip/ipsec/policy ordered
  action text ;I
  comment text ;I
  disabled bool =false ;I
  dst-address text ;I
  dst-port text ;I
  group text ;I
  ipsec-protocols text ;I
  level text ;I
  peer text ;I
  proposal text ;I
  protocol text ;I
  sa-dst-address text ;I
  sa-src-address text ;I
  src-address text ;I
  src-port text ;I
  template text ;I
  tunnel text ;I
menu /ip/ipsec/settings settings
  accounting text ;I
  ddos-cookie-threshold text ;I
  interim-update text ;I
  xauth-use-radius text ;I
menu /ip/hotspot/profile list key=name
  dns-name text ;I
  hotspot-address text ;I
  html-directory text ;I
  html-directory-override text ;I
  http-cookie-lifetime text ;I
  http-proxy text ;I
  install-hotspot-queue text ;I
  login-by text ;I
  mac-auth-mode text ;I
  mac-auth-password text ;I
  name text ;I
  nas-port-type text ;I
  radius-accounting text ;I
  radius-default-domain text ;I
  radius-interim-update text ;I
  radius-location-id text ;I
  radius-location-name text ;I
  radius-mac-format text ;I
  rate-limit text ;I
  smtp-server text ;I
  split-user-domain text ;I
  ssl-certificate text ;I
  trial-uptime-limit text ;I
  trial-uptime-reset text ;I
  trial-user-profile text ;I
  use-radius text ;I
menu /ip/hotspot list key=name
  address-pool text ;I
  addresses-per-mac text ;I
  disabled bool =false ;I
  idle-timeout text ;I
  interface ref(interface) ;I
  keepalive-timeout text ;I
  login-timeout text ;I
  name text ;I
  profile text ;I
menu /ip/hotspot/user/profile list key=name
  add-mac-cookie text ;I
  address-list text ;I
  address-pool text ;I
  advertise text ;I
  advertise-interval text ;I
  advertise-timeout text ;I
  advertise-url text ;I
  idle-timeout text ;I
  incoming-filter text ;I
  incoming-packet-mark text ;I
  insert-queue-before text ;I
  keepalive-timeout text ;I
  mac-cookie-timeout text ;I
  name text ;I
  on-login text ;I
  on-logout text ;I
  open-status-page text ;I
  outgoing-filter text ;I
  outgoing-packet-mark text ;I
  parent-queue text ;I
  queue-type text ;I
  rate-limit text ;I
  session-timeout text ;I
  shared-users text ;I
  status-autorefresh text ;I
  transparent-proxy text ;I
menu /ip/hotspot/user list key=name
  address text ;I
  comment text ;I
  disabled bool =false ;I
  email text ;I
  limit-bytes-in text ;I
  limit-bytes-out text ;I
  limit-bytes-total text ;I
  limit-uptime text ;I
  mac-address text ;I
  name text ;I
  otp-secret text ;I
  password text secret ;I
  profile text ;I
  routes text ;I
  server text ;I
menu /ip/hotspot/ip-binding ordered
  address text ;I
  comment text ;I
  disabled bool =false ;I
  mac-address text ;I
  server text ;I
  to-address text ;I
  type text ;I
menu /radius ordered
  accounting-backup bool ;E
  accounting-port num(0..65535) ;E
  address text ;E
  authentication-port num(0..65535) ;E
  called-id text ;E
  certificate text ;E
  comment text ;E
  disabled bool =false ;E
  domain text ;E
  protocol text ;E
  realm text ;E
  require-message-auth text ;E
  secret text secret ;E
  service text ;E
  src-address text ;E
  timeout time ;E
)";
}

} // namespace core::routeros::config
