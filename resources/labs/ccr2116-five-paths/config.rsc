# One router, five paths. sfp-sfpplus1/2: L3 hardware. ether2/3: switch chip. ether5/6: bridged by the CPU. ether1: the Internet.
/interface ethernet switch
set 0 l3-hw-offloading=yes
/interface ethernet switch port
set [find name=ether1] l3-hw-offloading=no
set [find name=ether2] l3-hw-offloading=no
set [find name=ether3] l3-hw-offloading=no
set [find name=ether4] l3-hw-offloading=no
set [find name=ether5] l3-hw-offloading=no
set [find name=ether6] l3-hw-offloading=no
/interface bridge
add name=bridge1
/interface bridge port
add bridge=bridge1 interface=ether2
add bridge=bridge1 interface=ether3
add bridge=bridge1 interface=ether4
add bridge=bridge1 hw=no interface=ether5
add bridge=bridge1 hw=no interface=ether6
/interface list
add name=WAN
/interface list member
add interface=ether1 list=WAN
/ip address
add address=192.168.88.1/24 interface=bridge1
add address=203.0.113.2/24 interface=ether1
add address=10.10.1.1/24 interface=sfp-sfpplus1
add address=10.10.2.1/24 interface=sfp-sfpplus2
/ip route
add dst-address=0.0.0.0/0 gateway=203.0.113.1
/ip firewall filter
add action=accept chain=forward comment="accounted one by one, therefore above FastTrack" connection-state=established,related src-address=192.168.88.30
add action=accept chain=forward comment="and its answers" connection-state=established,related dst-address=192.168.88.30
add action=fasttrack-connection chain=forward connection-state=established,related
add action=accept chain=forward connection-state=established,related
add action=drop chain=forward connection-nat-state=!dstnat connection-state=new in-interface-list=WAN
/ip firewall nat
add action=masquerade chain=srcnat out-interface-list=WAN
/system identity
set name=ccr2116
