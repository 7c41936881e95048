/ip firewall mangle
add action=mark-packet chain=prerouting new-packet-mark=voip passthrough=yes protocol=udp dst-port=5060
