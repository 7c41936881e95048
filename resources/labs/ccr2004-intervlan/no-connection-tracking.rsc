/ip firewall connection tracking
set enabled=no
