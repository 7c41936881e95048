"""experiment rate against an exhaustive search on the engine: every rate of the range, 2.5 % apart, rehearsed one by one."""
import concurrent.futures
import json
import os
import subprocess
import tempfile
import unittest

BIN, RESOURCES = os.environ["PATHSCOPE_BIN"], os.environ["PATHSCOPE_RESOURCES"]
MODEL, HIGH, ADDED_MS, SECONDS, STEP = "RBD52G-5HacD2HnD", 1e9, 5, 4, 1.025


def lab(*files):
    text = ""
    for file in files:
        with open(os.path.join(RESOURCES, "labs/hap-ac2-gigabit", file), encoding="utf-8") as part:
            text += part.read() + "\n"
    return text


def rehearsed(config, tests):
    with open(os.path.join(RESOURCES, "boards", MODEL + ".json"), encoding="utf-8") as file:
        board = json.load(file)
    job = {"version": 1, "board": {**board, "cost": board["calibrations"][0]["cost"]}, "config": config,
           "traffic": {"tests": tests, "from": "LAN", "to": "WAN", "rate_bps": 0, "packet_size": 1518, "rtt_ms": 1}, "duration_s": SECONDS, "warmup_s": 5, "seed": 1}
    done = subprocess.run([os.path.join(BIN, "pathscope-agent"), "--rehearse", "-"], input=json.dumps(job), capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])["result"]["rtt_ms"]["p95"]


class RateFinder(unittest.TestCase):
    def search(self, config):
        with tempfile.TemporaryDirectory() as home:
            file = os.path.join(home, "site.rsc")
            with open(file, "w", encoding="utf-8") as out:
                out.write(config)
            told = subprocess.run([os.path.join(BIN, "pathscopectl"), "experiment", "rate", file, "--board", MODEL, "--queue", "upload", "--high", "1G", "--ms", str(ADDED_MS), "--traffic", "tcp_nup=20",
                                   "--duration", str(SECONDS), "--json"], capture_output=True, text=True)
        self.assertEqual(told.returncode, 0, told.stderr)
        found = json.loads(told.stdout)
        self.assertLessEqual(len(found["runs"]) + 1, 8)  # and the idle one
        limit = found["idle_p95_ms"] + ADDED_MS
        rates = []
        rate = HIGH
        while rate > HIGH / 20:
            rates.append(rate)
            rate /= STEP
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            p95 = list(pool.map(lambda r: rehearsed(config + "/queue tree set [find name=upload] max-limit=%d\n" % r, ["tcp_nup=20"]), rates))
        best = max(r for r, ms in zip(rates, p95) if ms <= limit)
        return found["rate_bps"], best

    def test_within_a_twentieth_of_an_exhaustive_search(self):
        found, best = self.search(lab("config.rsc", "queues.rsc"))  # without FastTrack: the processor is the limit, far below the line
        self.assertLess(best, 0.8 * HIGH)
        self.assertLess(abs(found / best - 1), 0.05, (found, best))


if __name__ == "__main__":
    unittest.main()
