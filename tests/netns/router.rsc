# The router between the two hosts of tests/netns: NAT and a stateful firewall, no FastTrack rule.
/ip address
add address=192.168.88.1/24 interface=ether2
add address=203.0.113.2/24 interface=ether1
/ip firewall filter
add action=accept chain=input protocol=icmp
# A rule set of ordinary length: the slow path has to look at it for each packet, FastTrack for none.
add action=drop chain=forward comment="blocked network 0" dst-address=198.18.0.0/24
add action=drop chain=forward comment="blocked network 1" dst-address=198.18.1.0/24
add action=drop chain=forward comment="blocked network 2" dst-address=198.18.2.0/24
add action=drop chain=forward comment="blocked network 3" dst-address=198.18.3.0/24
add action=drop chain=forward comment="blocked network 4" dst-address=198.18.4.0/24
add action=drop chain=forward comment="blocked network 5" dst-address=198.18.5.0/24
add action=drop chain=forward comment="blocked network 6" dst-address=198.18.6.0/24
add action=drop chain=forward comment="blocked network 7" dst-address=198.18.7.0/24
add action=drop chain=forward comment="blocked network 8" dst-address=198.18.8.0/24
add action=drop chain=forward comment="blocked network 9" dst-address=198.18.9.0/24
add action=drop chain=forward comment="blocked network 10" dst-address=198.18.10.0/24
add action=drop chain=forward comment="blocked network 11" dst-address=198.18.11.0/24
add action=drop chain=forward comment="blocked network 12" dst-address=198.18.12.0/24
add action=drop chain=forward comment="blocked network 13" dst-address=198.18.13.0/24
add action=drop chain=forward comment="blocked network 14" dst-address=198.18.14.0/24
add action=drop chain=forward comment="blocked network 15" dst-address=198.18.15.0/24
add action=drop chain=forward comment="blocked network 16" dst-address=198.18.16.0/24
add action=drop chain=forward comment="blocked network 17" dst-address=198.18.17.0/24
add action=drop chain=forward comment="blocked network 18" dst-address=198.18.18.0/24
add action=drop chain=forward comment="blocked network 19" dst-address=198.18.19.0/24
add action=drop chain=forward comment="blocked network 20" dst-address=198.18.20.0/24
add action=drop chain=forward comment="blocked network 21" dst-address=198.18.21.0/24
add action=drop chain=forward comment="blocked network 22" dst-address=198.18.22.0/24
add action=drop chain=forward comment="blocked network 23" dst-address=198.18.23.0/24
add action=drop chain=forward comment="blocked network 24" dst-address=198.18.24.0/24
add action=drop chain=forward comment="blocked network 25" dst-address=198.18.25.0/24
add action=drop chain=forward comment="blocked network 26" dst-address=198.18.26.0/24
add action=drop chain=forward comment="blocked network 27" dst-address=198.18.27.0/24
add action=drop chain=forward comment="blocked network 28" dst-address=198.18.28.0/24
add action=drop chain=forward comment="blocked network 29" dst-address=198.18.29.0/24
add action=accept chain=forward comment="known connections" connection-state=established,related,untracked
add action=drop chain=forward connection-state=invalid
add action=drop chain=forward connection-nat-state=!dstnat connection-state=new in-interface=ether1
/ip firewall nat
add action=masquerade chain=srcnat out-interface=ether1
/ip route
add dst-address=0.0.0.0/0 gateway=203.0.113.1
