// Queues. How a line is read: schema_text.h.
#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::string_view queueTable() {
    return R"(
menu /queue/type list key=name
  name text ;MI
  kind word(bfifo|fq-codel|none|pfifo|red|sfq|pcq|mq-pfifo|codel|cake) required ;MI
  pfifo-limit num(1..4294967295) =50 ;MI
  bfifo-limit num(1..4294967295) =15000 ;MI
  fq-codel-limit num(1..4294967295) =10240 ;MI
  fq-codel-flows num(1..65536) =1024 ;MI
  fq-codel-quantum num(1..4294967295) =1514 ;MI
  fq-codel-target time =5ms ;MI
  fq-codel-interval time =100ms ;MI
  fq-codel-memlimit size =33554432 ;MI
  fq-codel-ecn bool =true ;MI
  red-limit num =60 ;MID
  red-min-threshold num =10 ;MID
  red-max-threshold num =50 ;MID
  red-burst num =20 ;MID
  red-avg-packet num =1000 ;MID
  sfq-perturb num =5 ;MID
  sfq-allot num =1514 ;MID
  pcq-rate rate =0 ;MID
  pcq-limit num =50 ;MID
  pcq-classifier text ;MI
  pcq-total-limit num =2000 ;MID
  pcq-burst-rate rate =0 ;MID
  pcq-burst-threshold rate =0 ;MID
  pcq-burst-time time =10s ;MID
  pcq-src-address-mask num =32 ;MID
  pcq-dst-address-mask num =32 ;MID
  pcq-src-address6-mask num =128 ;MID
  pcq-dst-address6-mask num =128 ;MID
  mq-pfifo-limit num =50 ;MID
  codel-limit num =1000 ;MID
  codel-interval time =100ms ;MID
  codel-target time =5ms ;MID
  codel-ecn bool ;MI
  codel-ce-threshold time ;MI
  fq-codel-ce-threshold time ;MI
  cake-bandwidth rate since=7.1 ;MI
  cake-autorate-ingress bool ;MI
  cake-overhead num =0 ;MID
  cake-mpu num ;MI
  cake-atm word(none|atm|ptm) =none ;MID
  cake-overhead-scheme text ;MI
  cake-rtt time =100ms ;MID
  cake-rtt-scheme word(none|datacentre|lan|metro|regional|internet|oceanic|satellite|interplanetary) =none ;MID
  cake-diffserv word(diffserv3|diffserv4|diffserv8|besteffort|precedence) =diffserv3 ;MID
  cake-flowmode word(flowblind|srchost|dsthost|hosts|flows|dual-srchost|dual-dsthost|triple-isolate) =triple-isolate ;MID
  cake-nat bool ;MI
  cake-wash bool ;MI
  cake-ack-filter word(none|filter|aggressive) =none ;MID
  cake-memlimit size =0 ;MID
menu /queue/tree list key=name
  name text ;MI
  parent ref(tree-parent) required ;MI
  packet-mark text = list ;MI
  limit-at rate =0 ;MI
  queue ref(queue-type) =default-small ;MI
  priority num(1..8) =8 ;MI
  max-limit rate =0 ;MI
  burst-limit rate =0 ;MI
  burst-threshold rate =0 ;MI
  burst-time time =0s ;MI
  bucket-size dec =0.1 ;MI
  comment text ;IE
  disabled bool =false ;IE
menu /queue/simple ordered key=name
  name text ;MI
  target ref(queue-target) required list ;MI
  packet-marks text = list ;MI
  limit-at rate =0/0 pair ;MI
  max-limit rate =0/0 pair ;MI
  burst-limit rate =0/0 pair ;MI
  burst-threshold rate =0/0 pair ;MI
  burst-time time =0s/0s pair ;MI
  bucket-size dec =0.1/0.1 pair ;MI
  priority num(1..8) =8/8 pair ;MI
  queue ref(queue-type) =default-small/default-small pair ;MI
  comment text ;IE
  disabled bool =false ;IE
  dst text ;MI
  parent text =none ;MID
  total-priority num ;MI
  total-queue text ;MI
  total-limit-at rate ;MI
  total-max-limit rate ;MI
  total-burst-limit rate ;MI
  total-burst-threshold rate ;MI
  total-burst-time time ;MI
  total-bucket-size num ;MI
  time text neg ;MI
menu /queue/interface fixed key=interface
  interface ref(interface) ro ;ME
  queue ref(queue-type) ;MI
  default-queue text ro ;ME
)";
}

} // namespace core::routeros::config
