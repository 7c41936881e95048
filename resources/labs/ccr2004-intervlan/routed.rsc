# Two hosts in two VLANs, each behind its own 10G port.
/interface vlan
add interface=sfp-sfpplus1 name=vlan10 vlan-id=10
add interface=sfp-sfpplus2 name=vlan20 vlan-id=20
/ip address
add address=10.0.10.1/24 interface=vlan10
add address=10.0.20.1/24 interface=vlan20
/system identity
set name=ccr2004
