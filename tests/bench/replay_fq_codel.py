#!/usr/bin/python3
"""A published measurement replayed as experiments on the agent: 20 TCP connections through a hAP ac², with and without FastTrack and fq-codel.

    tests/bench/replay_fq_codel.py [SECONDS [RUNS]]    by default 20 and 3

Prints medians with the quarter and three-quarter values of the runs' seconds, beside what the article says. Nothing of the article went into the
agent but its configuration: costs of this board come from its relatives. docs/experiments.md has the table of one such run.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

BIN = os.environ.get("PATHSCOPE_BIN", os.path.join(os.path.dirname(__file__), "../../build/release/bin"))
LAB = "hap-ac2-fq-codel"
# Variant, configuration, and the article's figures: Mb/s by iperf3, processor, ping.
ROWS = [
    ("/idle", "only a ping", "", "", "1 ms"),
    ("", "fq-codel, no FastTrack", "~560", "both cores 100 %", ""),
    ("/fasttrack", "fq-codel and FastTrack", "915-924", "one core 90-95 %, ~50 % in all", "3 ms, 15 at most"),
    ("/no-queues", "FastTrack, no queues", "", "", "13 ms, 48 at most"),
]


def measured(lab, seconds, runs):
    made = subprocess.run([os.path.join(BIN, "pathscopectl"), "experiment", "run", "--lab", lab, "--runs", "A" * runs, "--seconds", str(seconds), "--warmup", "3", "--json"],
                          capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(lab + ": " + made.stderr)
    shown = subprocess.run([os.path.join(BIN, "pathscopectl"), "report", made.stdout.strip(), "--json"], capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)["experiment"]["runs"]


def spread(values, form):
    values = sorted(values)
    quarter, half, three = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
    return (form + " (" + form + "-" + form + ")") % (half, quarter, three)


def row(runs):
    judged = [s for run in runs for s in run["samples"] if s["t"] > run["warmup_s"]]
    rtts = [(ms, count) for s in judged for ms, count in s["rtt_ms"]]
    mean = sum(ms * count for ms, count in rtts) / max(1, sum(count for _, count in rtts))
    return {
        "rate": spread([s["throughput_bps"] / 1e6 for s in judged], "%.0f"),
        "median_rate": statistics.median(s["throughput_bps"] for s in judged),
        "cpu": "busiest %.0f %%, in all %.0f %%" % (statistics.median(max(s["cpu_percent"]) for s in judged), statistics.median(statistics.mean(s["cpu_percent"]) for s in judged)),
        "ping": "%.1f ms, %.0f at most" % (mean, max((ms for ms, _ in rtts), default=0)),
        "mean_ping": mean,
        "busy": max(run["generator_percent"] or 0 for run in runs),
    }


def main():
    seconds, runs = (int(a) for a in (sys.argv[1:] + ["20", "3"][len(sys.argv) - 1:]))
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home
        rows = [(what, row(measured(LAB + variant, seconds, runs)), published) for variant, what, *published in ROWS]
    print("| configuration | Mb/s, all ports in | article | processor | article | ping | article |\n|---|---|---|---|---|---|---|")
    for what, ours, (rate, cpu, ping) in rows:
        print("| %s | %s | %s | %s | %s | %s | %s |" % (what, ours["rate"], rate, ours["cpu"], cpu, ours["ping"], ping))
    print("\nBusiest the simulating thread was: %.0f %%" % max(ours["busy"] for _, ours, _ in rows))
    # What the article found must be found again, whatever the figures are; but for the ping without queues, which docs/experiments.md tells.
    idle, slow, fast, _ = (ours for _, ours, _ in rows)
    if not fast["median_rate"] > 1.3 * slow["median_rate"]:
        sys.exit("FastTrack did not make it faster.")
    if not idle["mean_ping"] < fast["mean_ping"] < slow["mean_ping"]:
        sys.exit("The ping did not get longer with load, and again with a processor that is too slow.")


if __name__ == "__main__":
    main()
