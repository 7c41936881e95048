"""The table of run_peers.sh: reads "NAME NANOSECONDS" lines in rounds that end with "--", prints medians and their ratios."""
import statistics
import sys

# Our path, its flows, then (peer, least factor wanted) for each peer that does the same work; testpmd is the floor: goal as a share of its rate.
ROWS = [
    ("switch", "1k", [("testpmd", 1.0), ("ovs/port", 4)]),
    ("fastpath/bridge", "1k", [("testpmd", None), ("ovs/port", 4)]),
    ("fastpath/ip", "1k", [("testpmd", None), ("ovs/route", 5), ("kernel/route", None)]),
    ("fastpath/ip+500k-routes", "1k", [("testpmd", 0.9), ("ovs/route", 5), ("kernel/route", None)]),
    ("fastpath/ip+500k-routes/64k-flows", "64k", [("testpmd", None), ("ovs/route/100k-flows", None), ("kernel/route/100k-flows", None)]),
    ("fasttrack", "1k", [("testpmd", 0.5), ("ovs/ct+nat", 12), ("kernel/masquerade+0-rules", None)]),
    ("fasttrack/64k-flows", "64k", [("testpmd", 0.4), ("ovs/ct+nat/100k-flows", None), ("kernel/masquerade+0-rules/100k-flows", None)]),
    ("fasttrack/1M-flows", "1M", [("testpmd", 0.25)]),
    ("slow/conntrack+nat+25-rules", "1k", [("testpmd", 0.25), ("kernel/masquerade+25-rules", 40)]),
    ("slow/conntrack+nat+250-rules", "1k", [("testpmd", 0.12), ("kernel/masquerade+250-rules", 80)]),
    ("slow/25-rules+25-simple-queues", "1k", [("testpmd", 0.13), ("kernel/masquerade+25-rules+htb", 25)]),
    ("fasttrack+fq-codel-tree", "1k", [("testpmd", 0.22)]),
]

rounds, current = [], {}
for line in open(sys.argv[1]):
    words = line.split()
    if words == ["--"]:
        rounds.append(current)
        current = {}
    elif len(words) >= 2:
        current[words[0]] = float(words[1])


def both(ours, peer):
    return [(r[ours], r[peer]) for r in rounds if ours in r and peer in r]


print("%-34s %6s %9s  %-40s %9s %8s %15s %6s" % ("path", "flows", "ours ns", "peer", "peer ns", "ratio", "spread", "goal"))
for ours, flows, peers in ROWS:
    for peer, goal in peers:
        pairs = both(ours, peer)
        if not pairs:
            continue
        ratios = [theirs / mine for mine, theirs in pairs]
        print("%-34s %6s %9.1f  %-40s %9.1f %8.2f %7.2f –%6.2f %6s" % (
            ours, flows, statistics.median(p[0] for p in pairs), peer, statistics.median(p[1] for p in pairs), statistics.median(ratios),
            min(ratios), max(ratios), "–" if goal is None else goal))
