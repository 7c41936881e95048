# 2025-11-11 11:11:11 by RouterOS 7.19
/interface wireguard
add listen-port=51820 mtu=1412 name=wg-office private-key="AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
/interface wireguard peers
add allowed-address=10.66.0.2/32,fd00::2/128 comment=laptop interface=wg-office name=peer1 public-key=\
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB="
/interface pppoe-client
add add-default-route=yes disabled=no interface=ether1 name=dsl password=guess user=me@example
/ip ipsec profile
add dh-group=modp2048 enc-algorithm=aes-256 name=strong
/ip ipsec peer
add address=203.0.113.77/32 exchange-mode=ike2 name=branch profile=strong
/ip ipsec proposal
set [ find default=yes ] enc-algorithms=aes-256-cbc,aes-128-gcm
/ip ipsec identity
add peer=branch secret=alsoguess
/ip ipsec policy
add dst-address=10.9.0.0/16 peer=branch src-address=10.8.0.0/16 tunnel=yes
