/ip/firewall/nat
  add chain=srcnat   action=masquerade  out-interface=ether1
	add chain=dstnat action=dst-nat to-addresses=192.168.1.9 \ 
      dst-port=8080 protocol=tcp to-ports=80
.. filter
add chain=forward action=accept
/ip address/add address=192.0.2.5/30 interface=ether1
/interface/bridge
add name="with blank" comment=""
