#!/bin/bash
# Real packets over veth in one run: iperf3 between two namespaces through the Linux kernel forwarding without rules, and through the agent
# (--native): fast path, FastTrack and slow path with 25 filter rules on AF_PACKET ports, FastTrack and slow path on AF_XDP ports. Three
# loads: TCP in big segments, TCP in single ones, UDP of 64 octets. Prints medians, spread and ratios; judges nothing.
#
#   tests/bench/run_veth.sh [--seconds N] [--rounds N] [path/to/pathscope-agent]
#
# Needs root, iproute2 and iperf3. Rounds are interleaved, because the machine's speed drifts.
set -euo pipefail

seconds=2
rounds=5
agent=build/release/bin/pathscope-agent
while [ $# -gt 0 ]; do
    case "$1" in
    --seconds) seconds=$2; shift 2 ;;
    --rounds) rounds=$2; shift 2 ;;
    -h | --help) sed -n '2,9p' "$0"; exit 0 ;;
    *) agent=$1; shift ;;
    esac
done
cd "$(dirname "$0")/../.."
[ -x "$agent" ] || { echo "run_veth: $agent is not there; build it: cmake --build --preset release --target pathscope-agent" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "run_veth: network namespaces need root; run this as root" >&2; exit 1; }
command -v iperf3 >/dev/null || { echo "run_veth: iperf3 is missing; install the package iperf3" >&2; exit 1; }

id=$$
client=pvc$id server=pvs$id router=pvr$id
work=$(mktemp -d)
running=
cleanup() {
    [ -z "$running" ] || kill "$running" 2>/dev/null || true
    for space in $client $server $router; do ip netns del "$space" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT

# Two hosts with a cable each into the router's namespace: lan (192.168.88.0/24) and wan (203.0.113.0/24).
for space in $client $server $router; do
    ip netns add "$space"
    ip -n "$space" link set lo up
done
ip link add lan$id netns $router type veth peer name eth0 netns $client
ip link add wan$id netns $router type veth peer name eth0 netns $server
ip -n $client addr add 192.168.88.10/24 dev eth0
ip -n $server addr add 203.0.113.1/24 dev eth0
ip -n $client link set eth0 up
ip -n $server link set eth0 up
ip -n $router link set lan$id up
ip -n $router link set wan$id up
ip -n $client route add default via 192.168.88.1
ip -n $server route add 192.168.88.0/24 via 203.0.113.2

{
    echo "/ip address"
    echo "add address=192.168.88.1/24 interface=ether2"
    echo "add address=203.0.113.2/24 interface=ether1"
} >"$work/fastpath.rsc"
{
    cat "$work/fastpath.rsc"
    echo "/ip firewall filter"
    for n in $(seq 0 21); do echo "add action=drop chain=forward dst-address=198.18.$n.0/24"; done
    echo "add action=accept chain=forward connection-state=established,related,untracked"
    echo "add action=drop chain=forward connection-state=invalid"
    echo "add action=accept chain=forward connection-state=new in-interface=ether2"
} >"$work/slow.rsc"
{
    cat "$work/slow.rsc"
    echo "/ip firewall filter"
    echo "add action=fasttrack-connection chain=forward connection-state=established,related place-before=0"
} >"$work/fasttrack.rsc"

# What the receiver got: Mbit/s, or thousands of packets per second of UDP.
iperf() {
    ip netns exec $server iperf3 -s -1 >/dev/null 2>&1 &
    local listener=$!
    for _ in $(seq 50); do ip netns exec $server ss -ltn 2>/dev/null | grep -q :5201 && break; sleep 0.1; done
    timeout $((seconds + 10)) ip netns exec $client iperf3 -c 203.0.113.1 -t "$seconds" -J "$@" >"$work/report" 2>/dev/null || true
    kill $listener 2>/dev/null || true
    wait $listener 2>/dev/null || true
    python3 - "$work/report" <<'PY' || echo 0
import json, sys
end = json.load(open(sys.argv[1]))["end"]
if "sum_received" in end and "retransmits" in end.get("sum_sent", {}):
    print("%.0f" % (end["sum_received"]["bits_per_second"] / 1e6))
else:
    udp = end["sum"]
    print("%.1f" % ((udp["packets"] - udp["lost_packets"]) / udp["seconds"] / 1e3))
PY
}

loads() { # setup
    echo "$1 big $(iperf)" >>"$work/readings"
    for space in $client $server; do ip -n $space link set eth0 gso_max_segs 1; done
    echo "$1 single $(iperf)" >>"$work/readings"
    for space in $client $server; do ip -n $space link set eth0 gso_max_segs 65535; done
    echo "$1 udp $(iperf -u -l 18 -b 0)" >>"$work/readings" # 18 + 46 octets of headers and FCS
    ip -n $client neigh flush all; ip -n $server neigh flush all
}

through_agent() { # setup, configuration, kind of port
    # Straight after the kernel's turn its addresses are still there.
    ip -n $router addr flush dev lan$id; ip -n $router addr flush dev wan$id
    ip netns exec $router sysctl -qw net.ipv4.ip_forward=0
    PATHSCOPE_AGENT_PASSWORD=bench ip netns exec $router "$agent" --board CHR --native --config "$work/$2.rsc" --api-port 0 \
        --attach ether1=$3:wan$id --attach ether2=$3:lan$id >"$work/ready" 2>"$work/said" &
    running=$!
    for _ in $(seq 100); do grep -q ready "$work/ready" && break; sleep 0.1; done
    grep -q ready "$work/ready" || { cat "$work/said" >&2; exit 1; }
    grep "Using af_packet" "$work/said" >&2 || true
    loads "$1"
    kill $running; wait $running 2>/dev/null || true
    running=
}

through_kernel() {
    ip -n $router addr add 192.168.88.1/24 dev lan$id; ip -n $router addr add 203.0.113.2/24 dev wan$id
    ip netns exec $router sysctl -qw net.ipv4.ip_forward=1
    loads kernel
}

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    through_kernel
    through_agent fastpath fastpath af_packet
    through_agent fasttrack fasttrack af_packet
    through_agent slow slow af_packet
    through_agent xdp-fasttrack fasttrack af_xdp
    through_agent xdp-slow slow af_xdp
done

python3 - "$work/readings" <<'PY'
import collections, statistics, sys
readings = collections.defaultdict(list)
for line in open(sys.argv[1]):
    setup, load, rate = line.split()
    readings[setup, load].append(float(rate))
titles = {"kernel": "Linux kernel, no rules", "fastpath": "fast path, AF_PACKET", "fasttrack": "FastTrack, AF_PACKET", "slow": "slow path, 25 rules, AF_PACKET",
          "xdp-fasttrack": "FastTrack, AF_XDP", "xdp-slow": "slow path, 25 rules, AF_XDP"}
for load, title, unit in (("big", "TCP, big segments", "Mbit/s"), ("single", "TCP, single segments", "Mbit/s"), ("udp", "UDP, 64 octets", "kpps")):
    middle = {setup: statistics.median(readings[setup, load]) for setup in titles}
    print("\n%-32s %10s %19s %10s" % (title, unit, "spread", "of kernel"))
    for setup, name in titles.items():
        print("%-32s %10.0f %8.0f - %8.0f %10.2f" % (name, middle[setup], min(readings[setup, load]), max(readings[setup, load]), middle[setup] / max(middle["kernel"], 1e-9)))
    for ports, prefix in (("AF_PACKET", ""), ("AF_XDP", "xdp-")):
        if middle[prefix + "slow"]:
            print("FastTrack / slow path, %s: %.2f" % (ports, middle[prefix + "fasttrack"] / middle[prefix + "slow"]))
PY
