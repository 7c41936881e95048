"""pathscopectl doctor: its JSON, its text, its pages and its exit statuses."""
import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
LABS = os.path.join(os.environ["PATHSCOPE_RESOURCES"], "labs")


def doctor(*arguments):
    return subprocess.run([PROGRAM, "doctor", *arguments], capture_output=True, text=True, timeout=60)


class Doctor(unittest.TestCase):
    def setUp(self):
        self.lab = os.path.join(LABS, "hap-ac2-gigabit", "config.rsc")

    def test_findings_as_json(self):
        run = doctor(self.lab, "--board", "RBD52G-5HacD2HnD", "--json")
        self.assertEqual(run.returncode, 1, run.stderr)
        answer = json.loads(run.stdout)
        self.assertEqual(answer["board"], "RBD52G-5HacD2HnD")
        finding = next(f for f in answer["findings"] if f["id"] == "fasttrack-rule-missing")
        self.assertEqual(finding["evidence"][0]["menu"], "/ip/firewall/filter")
        self.assertIsInstance(finding["evidence"][0]["item"], int)
        self.assertIn("fasttrack-connection", finding["remedy"][0])
        verdict = next(v for v in answer["verdicts"] if v["from"] == "bridge" and v["to"] == "ether1")
        self.assertEqual(verdict["steady"], "slow")
        self.assertTrue(any(r["id"] == "FT-NORULE" for r in verdict["reasons"]))
        self.assertTrue(answer["unseen"])

    def test_one_question(self):
        run = doctor(self.lab, "--from", "LAN", "--to", "WAN", "--json")
        self.assertEqual([(v["from"], v["to"]) for v in json.loads(run.stdout)["verdicts"]], [("bridge", "ether1"), ("ether1", "bridge")])

    def test_text_names_the_line(self):
        run = doctor(self.lab)
        self.assertIn("connection-state=established,related,untracked", run.stdout)

    def test_a_healthy_file_ends_with_0(self):
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as file:
            file.write("# 2024-10-29 15:32:23 by RouterOS 7.16.1\n# model = RB5009UG+S+\n/ip address\nadd address=10.0.0.1/24 interface=ether2\n")
            file.flush()
            self.assertEqual(doctor(file.name).returncode, 0)

    def test_what_cannot_be_read_ends_with_2(self):
        missing = doctor("/no/such/file.rsc")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("/no/such/file.rsc", missing.stderr)
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as file:
            self.assertEqual(doctor(file.name).returncode, 2)
        self.assertEqual(doctor(self.lab, "--board", "no such board").returncode, 2)
        self.assertEqual(doctor("--explain", "no-such-id").returncode, 2)
        self.assertEqual(doctor().returncode, 2)

    def test_pages(self):
        self.assertIn("## Remedy", doctor("--explain", "FT-SHADOWED").stdout)
        listed = doctor("--explain", "list")
        self.assertEqual(listed.returncode, 0)
        self.assertGreater(len(listed.stdout.splitlines()), 160)


if __name__ == "__main__":
    unittest.main()
