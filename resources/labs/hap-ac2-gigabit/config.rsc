# A home router as most people run it, with one thing missing: no fasttrack-connection rule in the forward chain.
/interface bridge
add name=bridge
/interface bridge port
add bridge=bridge interface=ether2
add bridge=bridge interface=ether3
add bridge=bridge interface=ether4
add bridge=bridge interface=ether5
/interface list
add name=WAN
add name=LAN
/interface list member
add interface=ether1 list=WAN
add interface=bridge list=LAN
/ip address
add address=192.168.88.1/24 interface=bridge
add address=203.0.113.2/24 interface=ether1
/ip route
add dst-address=0.0.0.0/0 gateway=203.0.113.1
/ip firewall filter
add action=accept chain=input comment="answers to the router's own connections" connection-state=established,related,untracked
add action=drop chain=input comment="no such connection" connection-state=invalid
add action=accept chain=input comment="ping" protocol=icmp
add action=drop chain=input comment="management from the LAN only" in-interface-list=!LAN
add action=accept chain=forward comment="known connections" connection-state=established,related,untracked
add action=drop chain=forward comment="no such connection" connection-state=invalid
add action=drop chain=forward comment="from outside only what was forwarded in" connection-nat-state=!dstnat connection-state=new in-interface-list=WAN
/ip firewall nat
add action=masquerade chain=srcnat comment="one public address for all" out-interface-list=WAN
/system identity
set name=hap-ac2
