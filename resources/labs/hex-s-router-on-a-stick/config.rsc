# One cable to a managed switch carries both VLANs: every routed packet comes and goes by ether2.
/interface vlan
add interface=ether2 name=vlan10-servers vlan-id=10
add interface=ether2 name=vlan100-office vlan-id=100
/interface list
add name=WAN
add name=LAN
/interface list member
add interface=ether1 list=WAN
add interface=vlan10-servers list=LAN
add interface=vlan100-office list=LAN
/ip address
add address=10.1.10.1/24 interface=vlan10-servers
add address=10.1.100.1/24 interface=vlan100-office
add address=203.0.113.2/24 interface=ether1
/ip route
add dst-address=0.0.0.0/0 gateway=203.0.113.1
/ip firewall filter
add action=accept chain=input connection-state=established,related,untracked
add action=accept chain=input protocol=icmp
add action=drop chain=input in-interface-list=!LAN
add action=accept chain=forward comment="known connections" connection-state=established,related,untracked
add action=drop chain=forward connection-state=invalid
add action=drop chain=forward connection-nat-state=!dstnat connection-state=new in-interface-list=WAN
/ip firewall nat
add action=masquerade chain=srcnat out-interface-list=WAN
/system identity
set name=hex-s
