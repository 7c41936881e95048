/interface bridge add name=b1 protocol-mode=none
/interface bridge port add bridge=b1 interface=ether2
/ip firewall filter add action=drop chain=input comment="no; really [no] \$x" in-interface=ether1
/ip firewall filter add action=drop chain=input src-address-list=bad disabled=yes
/queue tree add name=up parent=ether1 max-limit=95M packet-mark=no-mark queue=default
