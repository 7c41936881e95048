# Both hosts in the same layer 2 network.
/interface bridge
add name=bridge1
/interface bridge port
add bridge=bridge1 interface=sfp-sfpplus1
add bridge=bridge1 interface=sfp-sfpplus2
add bridge=bridge1 interface=sfp-sfpplus3
/ip address
add address=10.0.10.1/24 interface=bridge1
/system identity
set name=ccr2004
