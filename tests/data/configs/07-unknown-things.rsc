# 2027-05-05 05:05:05 by RouterOS 8.0beta2
/interface bridge
add name=b teleport=yes vlan-filtering=maybe
/quantum link
add name=q1 peer=10.9.9.9 secret-sauce="\E2\9A\99 \"x\" \$y \?"
add name=q2 peer=*7
/quantum settings
set entangled=yes spin=1/2
/quantum port
set 0 tuned=yes
set [ find default=yes ] tuned=no
set q9 disabled=no disabled=no
