# 2024-02-02 02:02:02 by RouterOS 7.13
/system identity
set name="café \E4\B8\8A"
/ip firewall layer7-protocol
add name=speed regexp="^(get|post).+speed\
    test.*\$"
