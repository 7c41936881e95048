# feb/30/1970 00:00:07 by RouterOS 6.48.6
# software id =
#
# model = 960PGS
/interface ethernet
set [ find default-name=ether1 ] speed=100Mbps
set [ find default-name=ether3 ] master-port=ether2
/queue type
add kind=pcq name=down pcq-classifier=dst-address pcq-rate=4M
add kind=pcq name=up pcq-classifier=src-address pcq-rate=1M
/queue simple
add max-limit=20M/80M name=everyone queue=up/down target=10.20.0.0/22
add limit-at=1M/1M max-limit=2M/6M name="guest, upstairs" parent=everyone \
    priority=8/8 target=10.20.3.0/24
/ip address
add address=10.20.0.1/22 interface=ether2 network=10.20.0.0
/ip firewall mangle
add action=mark-routing chain=prerouting new-routing-mark=second passthrough=no \
    src-address=10.20.3.0/24
/ip route
add check-gateway=ping distance=1 gateway=198.51.100.1
add distance=1 gateway=203.0.113.1 routing-mark=second
add distance=1 dst-address=10.0.0.0/8 type=blackhole
/ip route rule
add action=lookup-only-in-table routing-mark=second table=second
