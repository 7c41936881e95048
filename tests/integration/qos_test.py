"""pathscopectl qos: planned for files and routers, applied, done already, taken away; and taken back by itself where the queues see nothing."""
import json
import os
import subprocess
import tempfile
import time
import unittest

from agent_process import PASSWORD, agent
from api_client import Api
from kill_matrix_test import export, leftovers

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/cases")
HOME = tempfile.TemporaryDirectory()


def run(*arguments):
    environment = {**os.environ, "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": HOME.name, "XDG_DATA_HOME": HOME.name}
    return subprocess.run([PROGRAM, "qos", *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=150)


def queued_and_fasttracked(api):
    trees, _ = api.ask("/queue/tree/print")
    queued = sum(int(row["bytes"]) for row in trees if row.get("comment", "").startswith("pathscope:"))
    settings, _ = api.ask("/ip/settings/print")
    return queued, int(settings[0]["ipv4-fasttrack-bytes"])


class OfFiles(unittest.TestCase):
    def test_a_plan_as_text_script_and_json(self):
        case = os.path.join(CASES, "02-hap-ac2-fqcodel-interface-tree.rsc")
        told = run("plan", case, "--down", "118", "--up", "11")
        self.assertEqual(told.returncode, 0, told.stderr)
        for words in ("parent=bridge1 packet-mark=no-mark", "max-limit=112M", "Switched off: download and upload", "vlan20, vlan30"):
            self.assertIn(words, told.stdout)
        script = run("plan", case, "--down", "118", "--up", "11", "--script").stdout
        self.assertIn("/queue tree add name=pathscope-up-ether1", script)
        file = os.path.join(HOME.name, "plan.json")
        told = run("plan", case, "--down", "118", "--up", "11", "--json", "-o", file)
        with open(file, encoding="utf-8") as kept:
            self.assertEqual(json.load(kept), json.loads(told.stdout))
        self.assertEqual(json.loads(told.stdout)["id"], "qos")

    def test_a_router_whose_queues_would_count_nothing_is_refused_with_ways_out(self):
        told = run("plan", os.path.join(CASES, "13-rb5009-interface-tree-zero-bytes.rsc"), "--down", "440", "--up", "45")
        self.assertEqual(told.returncode, 1, told.stderr)
        self.assertIn("offloaded to the switch chip while bridge fast path is off", told.stdout)
        self.assertGreaterEqual(told.stdout.count("instead:"), 2)

    def test_what_is_wrong_on_the_line(self):
        for arguments, word in ((("plan",), "FILE, HOST"), (("plan", "/no/such.rsc"), "such.rsc"), (("apply",), "HOST"), (("plan", "x.rsc", "--down", "fast"), "fast"), (("plan", "x.rsc", "--queue", "magic"), "magic")):
            told = run(*arguments)
            self.assertEqual(told.returncode, 2, told.stderr)
            self.assertIn(word, told.stderr)


class OnRouters(unittest.TestCase):
    def test_applied_seen_to_work_done_already_and_taken_away(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            api = Api(port, "admin", PASSWORD)
            door = ("127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin")
            old = export(api)
            told = run("apply", *door, "--down", "600", "--up", "600", "--yes", "--keep", "--json")
            self.assertEqual((told.returncode, json.loads(told.stdout)["outcome"]), (0, "kept"), told.stderr)
            queued, fast = queued_and_fasttracked(api)
            time.sleep(3)
            queued_then, fast_then = queued_and_fasttracked(api)
            self.assertGreater(fast_then - fast, 20e6)
            self.assertGreaterEqual((queued_then - queued) / (fast_then - fast), 0.95)
            self.assertEqual(leftovers(api), [])
            told = run("apply", *door, "--down", "600", "--up", "600", "--yes", "--keep")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn("Nothing to do", told.stdout)
            told = run("remove", *door, "--yes", "--keep", "--json")
            self.assertEqual((told.returncode, json.loads(told.stdout)["outcome"]), (0, "kept"), told.stderr)
            self.assertEqual(export(api), old)
            told = run("remove", *door, "--yes", "--keep")
            self.assertEqual(told.returncode, 0)
            self.assertIn("created nothing that is still here", told.stdout)
            api.close()

    def test_it_is_taken_back_where_the_queues_see_nothing(self):
        # All that FastTrack carries here goes between two networks; without a queue on the one it goes to, the queues count its acknowledgements only.
        with agent("--lab", "hex-s-router-on-a-stick/fasttrack") as (_, port):
            api = Api(port, "admin", PASSWORD)
            before = export(api)
            outcomes = []
            for left_out in ("vlan10-servers", "vlan100-office"):
                told = run("apply", "127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin", "--down", "900", "--up", "900", "--leave-out", left_out, "--yes", "--keep", "--json")
                outcomes.append((told.returncode, json.loads(told.stdout)["outcome"], json.loads(told.stdout)["detail"]))
                if outcomes[-1][0] == 1:
                    break
                self.assertEqual(run("remove", "127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin", "--yes", "--keep").returncode, 0)
            self.assertEqual(outcomes[-1][:2], (1, "rolled-back"), outcomes)
            self.assertIn("of what FastTrack carried: on this router they do not shape it", outcomes[-1][2])
            self.assertEqual(leftovers(api), [])
            self.assertEqual([row for row in api.ask("/queue/tree/print")[0] if row.get("comment", "").startswith("pathscope:")], [])
            self.assertEqual(export(api), before)
            api.close()


if __name__ == "__main__":
    unittest.main()
