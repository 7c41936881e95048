#!/usr/bin/env python3
"""pathscopectl trace HOST: the walk worked out from the configuration beside the walks packets take on a running agent."""
import json
import os
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")


class Trace(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.home.cleanup()

    def trace(self, *arguments):
        environment = {**os.environ, "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": self.home.name, "XDG_DATA_HOME": self.home.name}
        return subprocess.run([PROGRAM, "trace", *arguments], env=environment, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)

    def answer(self, port, *arguments):
        told = self.trace("127.0.0.1", "--via", "api", "--port", str(port), *arguments, "--json")
        self.assertIn(told.returncode, (0, 1), told.stderr)
        return told.returncode, json.loads(told.stdout)

    def walks_agree(self, lab, path, *question):
        with agent("--lab", lab) as (_, port):
            status, answer = self.answer(port, *question, "--seconds", "10")
        later = next(walk for walk in answer["walks"] if walk["packet"] == "later")
        self.assertEqual(later["path"], path, answer["verdict"])
        self.assertIn("taken", later, answer)
        self.assertEqual(later["taken"]["path"], path)
        self.assertTrue(later["same_path"])
        self.assertEqual([stage for stage in later["stages"] if stage["match"] != "same"], [])
        self.assertGreater(answer["packets"], 0)
        self.assertEqual(status, 0)
        return later

    def test_the_slow_path_with_its_rules(self):
        later = self.walks_agree("hap-ac2-gigabit", "slow", "--from", "LAN", "--to", "WAN")
        rule = next(step for step in later["taken"]["steps"] if step["stage"] == "filter")
        self.assertEqual(rule["decision"], "accept")
        self.assertEqual(rule["menu"], "/ip/firewall/filter")
        foretold = next(step for step in later["steps"] if step["stage"] == "filter")
        self.assertEqual(rule["item"], foretold["item"])

    def test_fasttrack(self):
        self.walks_agree("hap-ac2-gigabit/fasttrack", "fasttrack", "--from", "LAN", "--to", "WAN")

    def test_the_switch_chip(self):
        self.walks_agree("hap-ac2-gigabit", "switch", "--from", "ether3", "--to", "ether4")

    def test_traffic_that_does_not_come_by_is_not_seen(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            status, answer = self.answer(port, "--from", "LAN", "--to", "WAN", "--dst-port", "7", "--seconds", "1")
        self.assertEqual((status, answer["packets"]), (0, 0))
        self.assertTrue(all("taken" not in walk for walk in answer["walks"]))

    def test_text_stands_side_by_side(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            told = self.trace("127.0.0.1", "--via", "api", "--port", str(port), "--from", "LAN", "--to", "WAN")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertRegex(told.stdout, r"A later packet: predicted slow, taken slow")
        self.assertRegex(told.stdout, r"filter +accept +accept")

    def test_a_host_that_does_not_answer(self):
        told = self.trace("127.0.0.1", "--via", "api", "--port", "1", "--from", "LAN", "--to", "WAN")
        self.assertEqual(told.returncode, 2)
        self.assertTrue(told.stderr)


if __name__ == "__main__":
    unittest.main()
