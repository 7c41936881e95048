# mar/ 3/2021  7: 5:09 by RouterOS 6.45.X
/interface bridge port
add bridge=*29 interface=*7
/queue tree
add name=lost parent=*FFFFFFFE max-limit=10M
/interface list member
add interface=*B list=WAN
/ip firewall filter
# in/out-bridge-port matcher not possible when interface (ether3) is slave
add action=drop chain=forward in-bridge-port=ether3
/interface ethernet switch port
set *FFFFFFFE vlan-mode=secure
