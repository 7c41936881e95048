"""pathscopectl doctor: its JSON, its text, its pages and its exit statuses."""
import json
import os
import subprocess
import tempfile
import unittest

import jsonschema

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
LABS = os.path.join(os.environ["PATHSCOPE_RESOURCES"], "labs")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


def doctor(*arguments):
    return run("doctor", *arguments)


class Doctor(unittest.TestCase):
    def setUp(self):
        self.lab = os.path.join(LABS, "hap-ac2-gigabit", "config.rsc")

    def test_findings_as_json(self):
        told = doctor(self.lab, "--board", "RBD52G-5HacD2HnD", "--json")
        self.assertEqual(told.returncode, 1, told.stderr)
        answer = json.loads(told.stdout)
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
        told = doctor(self.lab, "--from", "LAN", "--to", "WAN", "--json")
        self.assertEqual([(v["from"], v["to"]) for v in json.loads(told.stdout)["verdicts"]], [("bridge", "ether1"), ("ether1", "bridge")])

    def test_text_names_the_line(self):
        told = doctor(self.lab)
        self.assertIn("connection-state=established,related,untracked", told.stdout)
        self.assertRegex(told.stdout, r"/ip/firewall/filter \d+ \(line \d+\)")

    def test_the_line_of_the_file(self):
        answer = json.loads(doctor(self.lab, "--json").stdout)
        with open(self.lab, encoding="utf-8") as file:
            lines = file.read().split("\n")
        seen = 0
        for finding in answer["findings"]:
            for place in finding["evidence"]:
                if place["line"] is not None:
                    seen += 1
                    self.assertTrue(lines[place["line"] - 1].startswith(("add", "set", place["menu"].replace("/", " ").strip(), "/")), place)
        self.assertGreater(seen, 0)

    def test_sarif(self):
        with open(os.path.join(DATA, "sarif", "sarif-2.1.0.json"), encoding="utf-8") as file:
            schema = json.load(file)
        cases = sorted(os.listdir(os.path.join(DATA, "cases")))
        self.assertTrue(cases)
        levels = set()
        for name in cases:
            with self.subTest(name):
                told = doctor(os.path.join(DATA, "cases", name), "--sarif")
                self.assertIn(told.returncode, (0, 1), told.stderr)
                log = json.loads(told.stdout)
                jsonschema.validate(log, schema)
                levels |= {result["level"] for result in log["runs"][0]["results"]}
        self.assertLessEqual({"error", "warning", "note", "none"}, levels)

    def test_the_gate(self):
        met = run("check", self.lab, "--expect", "LAN->WAN: slow", "--expect", "WAN->LAN: slow or better")
        self.assertEqual(met.returncode, 0, met.stdout + met.stderr)
        missed = run("check", self.lab, "--expect", "LAN->WAN: fasttrack", "--json")
        self.assertEqual(missed.returncode, 1)
        check = json.loads(missed.stdout)["checks"][0]
        self.assertFalse(check["met"])
        self.assertIn("FT-NORULE", check["notes"][0])
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("# how it should be\nLAN->WAN: fasttrack\nLAN->WAN: nonsense\n")
            file.flush()
            wrong = run("check", self.lab, "--expectations", file.name)
            self.assertEqual(wrong.returncode, 2)
            self.assertIn(file.name + ":3:", wrong.stderr)
        self.assertEqual(run("check", self.lab).returncode, 2)
        self.assertEqual(run("check", "/no/such/file.rsc", "--expect", "LAN->WAN: slow").returncode, 2)

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

    def test_a_packet_is_followed(self):
        told = run("trace", self.lab, "--from", "LAN", "--to", "WAN", "--dst-port", "443", "--json")
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        answer = json.loads(told.stdout)
        self.assertEqual([walk["packet"] for walk in answer["walks"]], ["first", "later"])
        stages = [step["stage"] for step in answer["walks"][0]["steps"]]
        self.assertEqual(stages[0], "ingress")
        self.assertEqual(stages[-1], "egress")
        self.assertLess(stages.index("conntrack"), stages.index("filter"))
        self.assertIn("conntrack", run("trace", self.lab, "--from", "LAN", "--to", "WAN").stdout)
        self.assertEqual(run("trace", self.lab, "--from", "ether77", "--to", "WAN").returncode, 2)
        self.assertEqual(run("trace", self.lab, "--from", "LAN").returncode, 2)

    def test_boards_for_a_line(self):
        told = run("advise", "--wan", "600/300", "--users", "50", "--qos", "yes", "--json")
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        answer = json.loads(told.stdout)
        self.assertEqual(answer["need"]["downBps"], 600e6)
        best = answer["boards"][0]
        self.assertEqual(best["suits"], "carries")
        self.assertGreaterEqual(best["headroom"], 1)
        self.assertIn(best["legs"][0]["path"], ("queue", "slow"))
        self.assertTrue(best["legs"][0]["sources"])
        self.assertTrue(any("/queue " in line for line in best["pattern"]))
        unknown = [b for b in answer["boards"] if b["suits"] == "unknown"]
        self.assertTrue(unknown and all(b["why"] and b["headroom"] is None for b in unknown))
        self.assertIn("Boards that carry it", run("advise", "--wan", "600/300", "--inter-vlan", "5G").stdout)
        whole = run("advise", "--wan", "1000/500", "--users", "50", "--vpn", "wireguard", "--qos", "yes")
        self.assertEqual(whole.returncode, 0, whole.stdout)
        self.assertIn("RB5009UG+S+", whole.stdout.split("Not known")[0])
        tunnel = json.loads(run("advise", "--wan", "1000/500", "--vpn", "wireguard", "--json").stdout)
        rb5009 = next(b for b in tunnel["boards"] if b["model"] == "RB5009UG+S+")
        self.assertEqual([leg["what"] for leg in rb5009["legs"]], ["internet", "vpn"])
        self.assertEqual(run("advise", "--wan", "400G").returncode, 1)
        for wrong in (["--wan", "fast"], ["--wan", "0"], [], ["--wan", "100", "--inter-vlan", "lots"]):
            self.assertEqual(run("advise", *wrong).returncode, 2, wrong)

    def test_pages(self):
        self.assertIn("## Remedy", doctor("--explain", "FT-SHADOWED").stdout)
        listed = doctor("--explain", "list")
        self.assertEqual(listed.returncode, 0)
        self.assertGreater(len(listed.stdout.splitlines()), 160)


if __name__ == "__main__":
    unittest.main()
