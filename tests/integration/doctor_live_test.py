#!/usr/bin/env python3
"""pathscopectl doctor HOST: what it says of a running router is what it says of that router's export, whatever way it is asked."""
import json
import os
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent
from ssh_client import SshClient

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")


def typed(port, line):
    client = SshClient(port)
    try:
        return client.output(line)
    finally:
        client.close()


def findings(answer):
    """Findings by id with their evidence; lines and numbers are left out: a running router has no lines, and counts dynamic rows."""
    return [(f["id"], f["severity"], [(at["menu"], at["text"]) for at in f["evidence"]]) for f in answer["findings"]]


def verdicts(answer):
    return [(v["from"], v["to"], v["first"], v["steady"], v["queues"]) for v in answer["verdicts"]]


class DoctorLive(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.home.cleanup()

    def doctor(self, *arguments, password=PASSWORD):
        environment = {**os.environ, "PATHSCOPE_PASSWORD": password, "XDG_CONFIG_HOME": self.home.name, "XDG_DATA_HOME": self.home.name}
        environment.pop("SSH_AUTH_SOCK", None)
        return subprocess.run([PROGRAM, "doctor", *arguments], env=environment, capture_output=True, text=True, timeout=90, stdin=subprocess.DEVNULL)

    def answer(self, *arguments):
        told = self.doctor(*arguments, "--json")
        self.assertIn(told.returncode, (0, 1), told.stderr)
        return json.loads(told.stdout)

    def test_a_router_is_told_the_same_as_its_export(self):
        labs = subprocess.run([PROGRAM, "labs"], capture_output=True, text=True, timeout=30).stdout.splitlines()
        self.assertGreater(len(labs), 10)
        compared = 0
        for lab in (line.split()[0] for line in labs if not line.startswith("ccr2004-intervlan/")):
            with self.subTest(lab), agent("--lab", lab, "--ssh-port", "0") as (process, port):
                with tempfile.NamedTemporaryFile("w", suffix=".rsc") as file:
                    file.write(typed(process.ready["ssh_port"], "/export"))
                    file.flush()
                    of_file = self.answer(file.name)
                for via, at in (("api", port), ("ssh", process.ready["ssh_port"])):
                    live = self.answer("127.0.0.1", "--via", via, "--port", str(at))
                    if all(v["certainty"] == "certain" for v in of_file["verdicts"]):
                        self.assertEqual(findings(live), findings(of_file), via)
                        self.assertEqual(verdicts(live), verdicts(of_file), via)
                        compared += 1
                    # What a file leaves open (which port "switch port 5" is) a router answers; what it says for certain stands.
                    certain = [v for v in of_file["verdicts"] if v["certainty"] == "certain"]
                    self.assertLessEqual(set(map(str, verdicts({"verdicts": certain}))), set(map(str, verdicts(live))), via)
                    self.assertEqual(live["board"], of_file["board"])
                    self.assertTrue(live["routeros"])

        self.assertGreater(compared, 8)  # both ways

    def test_counters_rank_and_contradict(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            answer = self.answer("127.0.0.1", "--via", "api", "--port", str(port))
            missing = next(f for f in answer["findings"] if f["id"] == "fasttrack-rule-missing")
            self.assertGreater(missing["heldBps"], 100e6)
            self.assertFalse([f for f in answer["findings"] if f["id"].startswith("live-")])
        with agent("--lab", "hap-ac2-gigabit/queues", "--ssh-port", "0") as (process, port):
            healthy = self.answer("127.0.0.1", "--via", "api", "--port", str(port))
            self.assertFalse([f for f in healthy["findings"] if f["id"].startswith("live-")])
            # FastTracked packets carry no mark: a tree that takes only marked ones sees none of what leaves.
            typed(process.ready["ssh_port"], "/queue tree set [find] packet-mark=download")
            for via, at in (("api", port), ("ssh", process.ready["ssh_port"])):
                answer = self.answer("127.0.0.1", "--via", via, "--port", str(at))
                blind = [f for f in answer["findings"] if f["id"] == "live-queue-counts-nothing"]
                self.assertTrue(blind, via)
                self.assertIn("no-mark", blind[0]["why"])
                self.assertEqual(blind[0]["evidence"][0]["menu"], "/queue/tree")

    def test_secrets_stay_on_the_router(self):
        with agent("--lab", "hap-ac2-gigabit", "--ssh-port", "0") as (process, port):
            typed(process.ready["ssh_port"], '/interface wireguard add name=wg1 private-key="cGF0aHNjb3BlIHRlc3QgcHJpdmF0ZSBrZXkgMTIzNDU="')
            for via, at in (("api", port), ("ssh", process.ready["ssh_port"])):
                told = self.doctor("127.0.0.1", "--via", via, "--port", str(at), "--from", "LAN", "--to", "wg1", "--json")
                self.assertEqual(json.loads(told.stdout)["verdicts"][0]["to"], "wg1", via)
                self.assertNotIn("cGF0aHNjb3Bl", told.stdout)

    def test_a_lab_by_name_and_its_exit_status(self):
        sick = self.doctor("--lab", "hap-ac2-gigabit")
        self.assertEqual(sick.returncode, 1, sick.stderr)
        self.assertIn("fasttrack-rule-missing", sick.stdout)
        self.assertIn("torch", sick.stdout)
        self.assertEqual(self.doctor("--lab", "hap-ac2-gigabit/fasttrack").returncode, 0)

    def test_what_cannot_be_asked_ends_with_2(self):
        self.assertEqual(self.doctor("127.0.0.1", "--via", "api", "--port", "1").returncode, 2)
        self.assertEqual(self.doctor("--lab", "nowhere").returncode, 2)
        self.assertEqual(self.doctor("127.0.0.1", "--lab", "hap-ac2-gigabit").returncode, 2)
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            refused = self.doctor("127.0.0.1", "--via", "api", "--port", str(port), password="wrong")
            self.assertEqual(refused.returncode, 2)
            self.assertIn("password", refused.stderr)


if __name__ == "__main__":
    unittest.main()
