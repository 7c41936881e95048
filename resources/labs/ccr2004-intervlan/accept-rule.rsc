/ip firewall filter
add action=accept chain=forward
