"""pathscopectl fix: the doctor's findings listed, their fixes planned for files and routers, applied, done already, taken back."""
import json
import os
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent
from api_client import Api
from kill_matrix_test import export, leftovers

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/cases")
HOME = tempfile.TemporaryDirectory()


def ctl(*arguments):
    environment = {**os.environ, "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": HOME.name, "XDG_DATA_HOME": HOME.name}
    return subprocess.run([PROGRAM, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=150)


def fix(*arguments):
    return ctl("fix", *arguments)


def written(text):
    with tempfile.NamedTemporaryFile("w", suffix=".rsc", dir=HOME.name, delete=False, encoding="utf-8") as file:
        file.write(text)
    return file.name


HEAD = """# 2026-01-02 by RouterOS 7.20
# model = RB5009UG+S+
/interface bridge
add name=bridge
/interface bridge port
add bridge=bridge interface=ether2
/ip address
add address=192.168.88.1/24 interface=bridge
/ip dhcp-client
add interface=ether1
/ip firewall nat
add action=masquerade chain=srcnat out-interface=ether1
/ip firewall filter
"""


class OfFiles(unittest.TestCase):
    def test_findings_are_listed_and_those_with_a_fix_marked(self):
        file = written(HEAD + "add action=accept chain=forward connection-state=established,related\n")
        told = fix("list", file)
        self.assertEqual(told.returncode, 1, told.stderr)
        self.assertRegex(told.stdout, r"\* warning +fasttrack-rule-missing")
        offers = {offer["id"]: offer["fixable"] for offer in json.loads(fix("list", file, "--json").stdout)}
        self.assertTrue(offers["fasttrack-rule-missing"])

    def test_a_plan_settles_the_finding_when_its_script_is_added(self):
        text = HEAD + "add action=accept chain=forward connection-state=established,related\nadd action=fasttrack-connection chain=forward connection-state=established,related\n"
        file = written(text)
        told = fix("plan", file, "--finding", "fasttrack-rule-shadowed")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("bridge -> ether1: slow, then fasttrack", told.stdout)
        script = fix("plan", file, "--finding", "fasttrack-rule-shadowed", "--script").stdout
        cured = written(text + script)
        self.assertNotIn("fasttrack-rule-shadowed", fix("list", cured).stdout)
        again = fix("plan", cured, "--finding", "fasttrack-rule-shadowed")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("Nothing to do", again.stdout)

    def test_what_only_the_administrator_knows_is_asked_for(self):
        file = written(HEAD + "add action=fasttrack-connection chain=forward connection-state=established,related\n/queue tree\nadd max-limit=90M name=all packet-mark=no-mark parent=global\n")
        finding = ("--finding", "queue-tree-global-bypassed-by-fasttrack")
        told = fix("plan", file, *finding)
        self.assertEqual(told.returncode, 1, told.stderr)
        self.assertIn("DOWN: What the line carries", told.stdout)
        told = fix("plan", file, *finding, "--with", "DOWN=100M", "--with", "UP=20M")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("parent=ether1 packet-mark=no-mark", told.stdout)
        self.assertIn("max-limit=19M", told.stdout)

    def test_what_is_wrong_on_the_line(self):
        file = written(HEAD)
        for arguments, word in ((("list",), "FILE, HOST"), (("plan", file), "--finding"), (("plan", file, "--finding", "no-such-thing"), "no-such-thing"), (("plan", file, "--finding", "x", "--with", "nothing"), "NAME=VALUE"),
                                (("list", "/no/such.rsc"), "such.rsc"), (("apply", "--finding", "x"), "HOST")):
            told = fix(*arguments)
            self.assertEqual(told.returncode, 2, told.stderr)
            self.assertIn(word, told.stderr)


class OnRouters(unittest.TestCase):
    def applied_and_undone(self, lab, finding, line):
        with agent("--lab", lab) as (_, port):
            api = Api(port, "admin", PASSWORD)
            door = ("127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin")
            old = export(api)
            self.assertIn(finding, fix("list", *door).stdout)
            told = fix("apply", *door, "--finding", finding, "--yes", "--keep", "--json")
            outcome = json.loads(told.stdout)
            self.assertEqual((told.returncode, outcome["outcome"]), (0, "kept"), told.stderr)
            self.assertIn(line, export(api))
            self.assertNotIn(finding, fix("list", *door).stdout)
            self.assertEqual(leftovers(api), [])
            told = fix("apply", *door, "--finding", finding, "--yes", "--keep")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn("Nothing to do", told.stdout)
            told = ctl("change", "undo", str(outcome["change"]), *door, "--yes", "--keep")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertEqual(export(api), old)

    def test_the_missing_rule_on_the_default_lab(self):
        self.applied_and_undone("hap-ac2-gigabit", "fasttrack-rule-missing", "fasttrack-connection")

    def test_ports_kept_off_the_chip(self):
        self.applied_and_undone("ccr2116-five-paths", "bridge-hw-disabled-by-config", "bridge=")

    def test_tracking_nobody_asked_for(self):
        self.applied_and_undone("ccr2004-intervlan/3-accept-rule", "conntrack-without-need", "enabled=no")


if __name__ == "__main__":
    unittest.main()
