# The router between the two hosts of tests/netns: NAT and a stateful firewall, no FastTrack rule.
/ip address
add address=192.168.88.1/24 interface=ether2
add address=203.0.113.2/24 interface=ether1
/ip firewall filter
add action=accept chain=input protocol=icmp
add action=accept chain=forward comment="known connections" connection-state=established,related,untracked
add action=drop chain=forward connection-state=invalid
add action=drop chain=forward connection-nat-state=!dstnat connection-state=new in-interface=ether1
/ip firewall nat
add action=masquerade chain=srcnat out-interface=ether1
/ip route
add dst-address=0.0.0.0/0 gateway=203.0.113.1
