#!/bin/bash
# The engine's paths against dpdk-testpmd in one run on one core: 64 octet frames from memory to memory, generator included on both sides.
# Absolute times drift with the machine; the ratio of two readings taken one after the other does not.
#
#   tests/bench/run_peers.sh [--rounds N] [--core N] [path/to/bench_paths]
#
# Needs root (2 MiB pages) and Debian's dpdk-dev; installs it when it may. Says what is missing and ends with failure, never with an
# empty table. Peers not measured here: Open vSwitch (ct, nat) and the Linux kernel over veth.
set -euo pipefail

rounds=5
core=1
bench=build/release/tests/bench_paths
while [ $# -gt 0 ]; do
    case "$1" in
    --rounds) rounds=$2; shift 2 ;;
    --core) core=$2; shift 2 ;;
    -h | --help) sed -n '2,9p' "$0"; exit 0 ;;
    *) bench=$1; shift ;;
    esac
done
cd "$(dirname "$0")/../.."

[ -x "$bench" ] || { echo "run_peers: $bench is not there; build it: cmake --build --preset release --target bench_paths" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "run_peers: testpmd needs 2 MiB pages; run this as root" >&2; exit 1; }
if ! command -v dpdk-testpmd >/dev/null; then
    apt-get install -y --no-install-recommends dpdk-dev >/dev/null 2>&1 || true
    command -v dpdk-testpmd >/dev/null || { echo "run_peers: dpdk-testpmd is missing; install the package dpdk-dev" >&2; exit 1; }
fi
pages=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
had=$(cat $pages)
[ "$had" -ge 512 ] || echo 512 >$pages
[ "$(cat $pages)" -ge 256 ] || { echo "run_peers: the kernel grants $(cat $pages) pages of 2 MiB, 256 are needed; free memory first" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"; echo "$had" >$pages' EXIT

# Nanoseconds per packet of testpmd's mac forwarder between two null ports; the first second, in which it starts, is left out.
testpmd() {
    local main=$((core == 0 ? 1 : 0))
    timeout --signal=INT 5 dpdk-testpmd -l "$main,$core" --main-lcore "$main" --in-memory --no-pci --no-telemetry \
        --vdev=net_null0,size=64 --vdev=net_null1,size=64 -- --forward-mode=mac --nb-cores=1 --stats-period=1 --total-num-mbufs=20000 \
        </dev/null >"$work/testpmd" 2>&1 || true
    grep -oE 'Rx-pps: +[0-9]+' "$work/testpmd" | grep -oE '[0-9]+$' >"$work/pps" || { tail -5 "$work/testpmd" >&2; return 1; }
    python3 - "$work/pps" <<'PY'
import statistics, sys
pps = [int(line) for line in open(sys.argv[1])]
pairs = [a + b for a, b in zip(pps[0::2], pps[1::2]) if a + b > 0]
print("testpmd %.2f" % (1e9 / statistics.median(pairs[1:] or pairs)))
PY
}

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    testpmd >>"$work/readings"
    taskset -c "$core" "$bench" --benchmark_min_time=0.2 2>/dev/null | sed -n '/^path /,$p' | tail -n +2 >>"$work/readings"
    echo "--" >>"$work/readings"
done

python3 - "$work/readings" <<'PY'
import statistics, sys
rounds, current = [], {}
for line in open(sys.argv[1]):
    words = line.split()
    if words == ["--"]:
        rounds.append(current)
        current = {}
    elif len(words) >= 2:
        current[words[0]] = float(words[1])
goals = {"switch": 1.0, "fastpath/ip": 0.9, "fasttrack": 0.5, "fasttrack/64k-flows": 0.4, "fasttrack/1M-flows": 0.25,
         "slow/conntrack+nat+25-rules": 0.25, "slow/conntrack+nat+250-rules": 0.12, "slow/25-rules+25-simple-queues": 0.13,
         "fasttrack+fq-codel-tree": 0.22}
print("%-32s %9s %15s %9s %15s %6s" % ("path", "ns", "spread", "ratio", "spread", "goal"))
for path in rounds[0]:
    ns = [r[path] for r in rounds if path in r]
    ratio = [r["testpmd"] / r[path] for r in rounds if path in r]
    print("%-32s %9.1f %7.1f –%6.1f %9.2f %7.2f –%6.2f %6s" % (path, statistics.median(ns), min(ns), max(ns), statistics.median(ratio),
                                                                min(ratio), max(ratio), goals.get(path, "–")))
PY
