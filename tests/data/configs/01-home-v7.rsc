# 2025-03-02 08:14:55 by RouterOS 7.18.2
# software id = 0000-0001
#
# model = C52iG-5HaxD2HaxD
# serial number = 000000000001
/interface bridge
add admin-mac=02:00:00:AA:00:01 auto-mac=no name=bridge-home
/interface ethernet
set [ find default-name=ether1 ] name=ether1-fibre
set [ find default-name=ether5 ] comment="printer: 100 \"half\" duplex" disabled=yes
/interface list
add comment=outside name=WAN
add name=LAN
/ip pool
add name=pool-home ranges=192.168.50.20-192.168.50.199
/ip dhcp-server
add address-pool=pool-home interface=bridge-home lease-time=30m name=dhcp-home
/interface bridge port
add bridge=bridge-home interface=ether2
add bridge=bridge-home interface=ether3
add bridge=bridge-home interface=ether4
/interface list member
add interface=ether1-fibre list=WAN
add interface=bridge-home list=LAN
/ip address
add address=192.168.50.1/24 interface=bridge-home network=192.168.50.0
/ip dhcp-client
add interface=ether1-fibre
/ip firewall filter
add action=fasttrack-connection chain=forward comment="quick way" \
    connection-state=established,related hw-offload=yes
add action=accept chain=forward connection-state=established,related,untracked
add action=drop chain=forward connection-nat-state=!dstnat connection-state=new \
    in-interface-list=WAN
/ip firewall nat
add action=masquerade chain=srcnat out-interface-list=WAN
/system clock
set time-zone-name=Europe/Vienna
/system identity
set name=living-room
