#!/usr/bin/env python3
"""pathscopectl's three ways to a router, against the agent: the same shares over SSH, API-SSL and the API; peers are remembered, changes block."""
import json
import os
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")


class Ways(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.home.cleanup()

    def watch(self, port, via, *arguments, count=3):
        environment = {**os.environ, "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": self.home.name, "XDG_DATA_HOME": self.home.name}
        environment.pop("SSH_AUTH_SOCK", None)
        return subprocess.run([PROGRAM, "watch", "127.0.0.1", "--port", str(port), "--via", via, "--count", str(count), "--json", *arguments],
                              env=environment, capture_output=True, text=True, timeout=90, stdin=subprocess.DEVNULL)

    def last(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout.splitlines()[-1])

    def test_every_way_shows_the_same_router(self):
        with agent("--lab", "hap-ac2-gigabit", "--ssh-port", "0", "--api-ssl-port", "0") as (process, port):
            samples = {"api": self.last(self.watch(port, "api")),
                       "api-ssl": self.last(self.watch(process.ready["api_ssl_port"], "api-ssl")),
                       "ssh": self.last(self.watch(process.ready["ssh_port"], "ssh"))}
            for via, sample in samples.items():
                self.assertEqual(sample["router"], samples["api"]["router"], via)
                self.assertGreater(sample["total_bps"], 100e6, via)
                self.assertEqual(sample["inconsistent"], [], via)
                self.assertEqual({i["name"] for i in sample["interfaces"]}, {i["name"] for i in samples["api"]["interfaces"]}, via)
                for path, share in samples["api"]["paths"].items():
                    self.assertAlmostEqual(sample["paths"][path], share, delta=0.1, msg=f"{via} {path}")
                self.assertEqual(len(sample["cpu_percent"]), len(samples["api"]["cpu_percent"]), via)

    def test_a_peer_is_remembered_and_another_one_is_refused(self):
        for via, option, key in (("ssh", "--ssh-port", "ssh_port"), ("api-ssl", "--api-ssl-port", "api_ssl_port")):
            with agent("--lab", "hap-ac2-gigabit", option, "0") as (process, _):
                port = process.ready[key]
                first = self.watch(port, via, count=1)
                self.assertIn("first time", first.stderr)
                self.assertNotIn("first time", self.watch(port, via, count=1).stderr)
            with agent("--lab", "hap-ac2-gigabit", option, str(port)):
                refused = self.watch(port, via, count=1)
                self.assertEqual(refused.returncode, 3, refused.stderr)
                self.assertIn("than before", refused.stderr)
                seen = refused.stderr.split("--trust-fingerprint ")[1].split()[0]
                self.assertEqual(self.watch(port, via, "--trust-fingerprint", seen, count=1).returncode, 0)
                self.assertEqual(self.watch(port, via, count=1).returncode, 0)


if __name__ == "__main__":
    unittest.main()
