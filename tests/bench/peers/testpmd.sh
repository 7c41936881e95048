# dpdk-testpmd --forward-mode=mac between two null ports: the floor everything is compared with. Sourced by run_peers.sh.

# One reading: "testpmd NANOSECONDS". The first second, in which it starts, is left out.
read_testpmd() {
    timeout --signal=INT 5 dpdk-testpmd -l "$other,$core" --main-lcore "$other" --in-memory --no-pci --no-telemetry \
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
