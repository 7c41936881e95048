# 2026-01-09 21:00:00 by RouterOS 7.20.4
# model = CRS317-1G-16S+
/interface bridge
add name=core vlan-filtering=yes
/interface ethernet
set [ find default-name=sfp-sfpplus1 ] l2mtu=9092 mtu=9000
set [ find default-name=sfp-sfpplus2 ] auto-negotiation=no
/interface vlan
add interface=core name=servers vlan-id=40
add interface=core name=desks vlan-id=50
/interface bonding
add mode=802.3ad name=uplink slaves=sfp-sfpplus15,sfp-sfpplus16 \
    transmit-hash-policy=layer-3-and-4
/interface ethernet switch
set 0 l3-hw-offloading=yes
/interface ethernet switch l3hw-settings
set ipv6-hw=yes
/interface ethernet switch port
set 15 l3-hw-offloading=no
set 16 l3-hw-offloading=no
/interface bridge port
add bridge=core interface=sfp-sfpplus1 pvid=40
add bridge=core interface=sfp-sfpplus2 pvid=50
add bridge=core interface=uplink
/interface bridge vlan
add bridge=core tagged=core,uplink untagged=sfp-sfpplus1 vlan-ids=40
add bridge=core tagged=core,uplink untagged=sfp-sfpplus2 vlan-ids=50
/ip route
add dst-address=172.30.0.0/16 gateway=10.40.0.254 suppress-hw-offload=yes
add blackhole dst-address=172.16.0.0/12
