#!/bin/bash
# The engine's paths against other forwarding engines in one run on one core: 64 octet frames from memory to memory, generator included on
# every side. Absolute times drift with the machine; ratios of readings taken in turns do not.
#
#   tests/bench/run_peers.sh [--rounds N] [--core N] [--only testpmd,ovs,kernel] [path/to/bench_paths]
#
# Peers: dpdk-testpmd (mac, null ports, 2 MiB pages), Open vSwitch's userspace datapath (port to port, route, ct+nat of established
# connections), the Linux kernel with nftables and HTB over veth. Prints one table of medians: path, flows, ours, peer, ratio, goal.
# Needs root; installs nothing: a peer whose program is missing is named with the package to install, and its rows are left out.
# Takes back what it changes (huge pages, namespace, daemons) however it ends.
set -euo pipefail

rounds=5
core=1
only=testpmd,ovs,kernel
bench=build/release/tests/bench_paths
while [ $# -gt 0 ]; do
    case "$1" in
    --rounds) rounds=$2; shift 2 ;;
    --core) core=$2; shift 2 ;;
    --only) only=$2; shift 2 ;;
    -h | --help) sed -n '2,11p' "$0"; exit 0 ;;
    *) bench=$1; shift ;;
    esac
done
cd "$(dirname "$0")/../.."
other=$((core == 0 ? 1 : 0))
kernel=$(dirname "$bench")/kernel_forwarding
ovs_daemon=/usr/lib/openvswitch-switch-dpdk/ovs-vswitchd-dpdk
for part in testpmd openvswitch kernel; do
    . "tests/bench/peers/$part.sh"
done

[ -x "$bench" ] || { echo "run_peers: $bench is not there; build it: cmake --build --preset release --target bench_paths" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "run_peers: huge pages and namespaces need root; run this as root" >&2; exit 1; }
missing() { echo "run_peers: $1 left out: $2" >&2; only=$(echo ",$only," | sed "s/,$1,/,/"); }
command -v dpdk-testpmd >/dev/null || missing testpmd "install the package dpdk-dev"
[ -x "$ovs_daemon" ] || missing ovs "install the package openvswitch-switch-dpdk"
command -v nft >/dev/null && command -v tc >/dev/null || missing kernel "install the packages nftables and iproute2"
[ -x "$kernel" ] || missing kernel "$kernel is not there; build the target kernel_forwarding"
wants() { case ",$only," in *",$1,"*) return 0 ;; esac; return 1; }

work=$(mktemp -d)
pages=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
had=$(cat $pages)
clean() { stop_ovs; stop_kernel; rm -rf "$work"; echo "$had" >$pages; }
trap clean EXIT
if wants testpmd || wants ovs; then
    [ "$had" -ge 768 ] || echo 768 >$pages
    [ "$(cat $pages)" -ge 512 ] || { echo "run_peers: the kernel grants $(cat $pages) pages of 2 MiB, 512 are needed; free memory first" >&2; exit 1; }
fi

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    ! wants testpmd || read_testpmd >>"$work/readings"
    taskset -c "$core" "$bench" --benchmark_min_time=0.2 2>/dev/null | sed -n '/^path /,$p' | tail -n +2 >>"$work/readings"
    for flows in 1000 100000; do
        ! wants ovs || read_ovs $flows >>"$work/readings" || missing ovs "it did not run; its log is above"
        ! wants kernel || read_kernel $flows >>"$work/readings" || missing kernel "it did not run"
    done
    echo "--" >>"$work/readings"
done
python3 tests/bench/peers/table.py "$work/readings"
