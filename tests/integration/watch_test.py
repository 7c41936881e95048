#!/usr/bin/env python3
"""pathscopectl watch: the JSON that scripts rely on, and its failures."""
import json
import os
import signal
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
HOME = tempfile.TemporaryDirectory()  # settings of the test, not of whoever runs it
ENVIRONMENT = {**os.environ, "XDG_CONFIG_HOME": HOME.name, "XDG_DATA_HOME": HOME.name}


def watch(*arguments, password=PASSWORD, timeout=60):
    return subprocess.run([PROGRAM, "watch", *arguments], env={**ENVIRONMENT, "PATHSCOPE_PASSWORD": password}, capture_output=True, text=True,
                          timeout=timeout, stdin=subprocess.DEVNULL)


class Watch(unittest.TestCase):
    def objects(self, result, count):
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), count)
        return [json.loads(line) for line in lines]

    def test_five_lines_of_the_default_lab(self):
        for sample in self.objects(watch("--lab", "hap-ac2-gigabit", "--count", "5", "--json"), 5):
            self.assertEqual(set(sample), {"time", "router", "total_bps", "total_pps", "paths", "interfaces", "cpu_percent", "inconsistent"})
            self.assertEqual(set(sample["paths"]), {"switch", "l3hw", "fastpath", "fasttrack", "slow", "unattributed"})
            self.assertAlmostEqual(sum(sample["paths"].values()), 1.0, places=6)
            self.assertGreater(sample["total_bps"], 100e6)
            self.assertEqual(sample["inconsistent"], [])
            ether1 = next(i for i in sample["interfaces"] if i["name"] == "ether1")
            self.assertEqual(set(ether1), {"name", "rx_bps", "fp_rx_bps", "tx_bps", "fp_tx_bps", "hw"})
            self.assertEqual(len(sample["cpu_percent"]), 4)
        self.assertGreater(sample["paths"]["slow"], 0.5)   # the rule is missing
        self.assertGreater(sample["paths"]["switch"], 0.02)  # the copy between two LAN ports

    def test_with_the_rule_the_share_is_on_fasttrack(self):
        sample = self.objects(watch("--lab", "hap-ac2-gigabit/fasttrack", "--count", "5", "--json"), 5)[-1]
        routed = sample["paths"]["fasttrack"] + sample["paths"]["slow"]
        self.assertGreater(sample["paths"]["fasttrack"] / routed, 0.95)

    def test_five_paths_at_once(self):
        sample = self.objects(watch("--lab", "ccr2116-five-paths", "--count", "6", "--json"), 6)[-1]
        for path in ("switch", "l3hw", "fastpath", "fasttrack", "slow"):
            self.assertGreater(sample["paths"][path], 0.01, path)

    def test_what_the_counters_say_is_what_the_engine_did(self):
        """The share read from counters against the ground truth of the engine."""
        import librouteros
        with agent("--lab", "ccr2116-five-paths") as (_, port):
            api = librouteros.connect(host="127.0.0.1", port=port, username="admin", password=PASSWORD, timeout=15)
            truth = lambda: {row["name"]: row["bytes"] for row in api("/pathscope/paths/print")}
            watch("127.0.0.1", "--port", str(port), "--via", "api", "--user", "admin", "--count", "3", "--json")  # past the start
            before = truth()
            samples = self.objects(watch("127.0.0.1", "--port", str(port), "--via", "api", "--user", "admin", "--count", "5", "--json"), 5)
            after = truth()
            moved = {path: after[path] - before[path] for path in after}
            total = sum(moved.values())
            for path, octets in moved.items():
                seen = sum(s["paths"][path] for s in samples) / len(samples)
                self.assertAlmostEqual(seen, octets / total, delta=0.05, msg=path)
            api.close()

    def test_a_router_by_address_and_a_wrong_password(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            self.objects(watch("127.0.0.1", "--port", str(port), "--via", "api", "--user", "admin", "--count", "1", "--json"), 1)
            refused = watch("127.0.0.1", "--port", str(port), "--via", "api", "--user", "admin", "--count", "1", password="wrong")
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn("password", refused.stderr)

    def test_nobody_there(self):
        result = watch("127.0.0.1", "--port", "1", "--via", "api", "--user", "admin", "--count", "1")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("127.0.0.1", result.stderr)

    def test_unknown_lab(self):
        result = watch("--lab", "nowhere", "--count", "1")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("nowhere", result.stderr)

    def test_agent_killed_in_the_middle_is_said(self):
        with agent("--lab", "hap-ac2-gigabit") as (process, port):
            client = subprocess.Popen([PROGRAM, "watch", "127.0.0.1", "--port", str(port), "--via", "api", "--user", "admin", "--json"],
                                      env={**ENVIRONMENT, "PATHSCOPE_PASSWORD": PASSWORD}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertTrue(client.stdout.readline())
            process.kill()
            said = client.stderr.readline()
            self.assertRegex(said, "(?i)lost|closed|refused|unreachable|again")
            client.send_signal(signal.SIGINT)
            client.wait(timeout=20)
            client.stdout.close()
            client.stderr.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
