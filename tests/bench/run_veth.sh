#!/bin/bash
# Real packets over veth in one run: TCP (iperf3) between two namespaces through the agent on AF_PACKET ports - slow path with 25 filter
# rules, then FastTrack - and through the Linux kernel forwarding without rules. Prints the rates and the ratios; judges nothing.
#
#   tests/bench/run_veth.sh [--seconds N] [--rounds N] [path/to/pathscope-agent]
#
# Needs root, iproute2 and iperf3. Rounds are interleaved, because the machine's speed drifts.
set -euo pipefail

seconds=4
rounds=3
agent=build/release/bin/pathscope-agent
while [ $# -gt 0 ]; do
    case "$1" in
    --seconds) seconds=$2; shift 2 ;;
    --rounds) rounds=$2; shift 2 ;;
    -h | --help) sed -n '2,8p' "$0"; exit 0 ;;
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

iperf() {
    ip netns exec $server iperf3 -s -1 >/dev/null 2>&1 &
    local listener=$!
    for _ in $(seq 50); do ip netns exec $server ss -ltn 2>/dev/null | grep -q :5201 && break; sleep 0.1; done
    ip netns exec $client iperf3 -c 203.0.113.1 -t "$seconds" -J "$@" >"$work/report" 2>/dev/null || true
    kill $listener 2>/dev/null || true
    wait $listener 2>/dev/null || true
    python3 -c 'import json,sys; print("%.0f" % (json.load(open(sys.argv[1]))["end"]["sum_received"]["bits_per_second"]/1e6))' "$work/report" 2>/dev/null || echo 0
}

through_agent() {
    # Straight after the kernel's turn its addresses are still there.
    ip -n $router addr flush dev lan$id; ip -n $router addr flush dev wan$id
    ip netns exec $router sysctl -qw net.ipv4.ip_forward=0
    PATHSCOPE_AGENT_PASSWORD=bench ip netns exec $router "$agent" --board CHR --native --config "$1" --api-port 0 \
        --attach ether1=af_packet:wan$id --attach ether2=af_packet:lan$id >"$work/ready" 2>"$work/said" &
    running=$!
    for _ in $(seq 100); do grep -q ready "$work/ready" && break; sleep 0.1; done
    grep -q ready "$work/ready" || { cat "$work/said" >&2; exit 1; }
    iperf
    kill $running; wait $running 2>/dev/null || true
    running=
    ip -n $client neigh flush all; ip -n $server neigh flush all
}

through_kernel() {
    ip -n $router addr add 192.168.88.1/24 dev lan$id; ip -n $router addr add 203.0.113.2/24 dev wan$id
    ip netns exec $router sysctl -qw net.ipv4.ip_forward=1
    iperf
    ip -n $client neigh flush all; ip -n $server neigh flush all
}

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    echo "slow $(through_agent "$work/slow.rsc")" >>"$work/readings"
    echo "fasttrack $(through_agent "$work/fasttrack.rsc")" >>"$work/readings"
    echo "kernel $(through_kernel)" >>"$work/readings"
done

python3 - "$work/readings" <<'PY'
import collections, statistics, sys
readings = collections.defaultdict(list)
for line in open(sys.argv[1]):
    name, rate = line.split()
    readings[name].append(float(rate))
middle = {name: statistics.median(rates) for name, rates in readings.items()}
print("%-34s %10s %16s" % ("TCP over veth", "Mbit/s", "spread"))
for name, title in (("slow", "agent, slow path, 25 rules"), ("fasttrack", "agent, FastTrack, 25 rules"), ("kernel", "Linux kernel, no rules")):
    print("%-34s %10.0f %8.0f - %5.0f" % (title, middle[name], min(readings[name]), max(readings[name])))
if middle["slow"] and middle["kernel"]:
    print("FastTrack / slow path: %.2f" % (middle["fasttrack"] / middle["slow"]))
    print("FastTrack / kernel:    %.2f" % (middle["fasttrack"] / middle["kernel"]))
PY
