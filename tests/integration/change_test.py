#!/usr/bin/env python3
"""pathscopectl apply and change against an agent: kept, rolled back, refused beforehand, found again after a crash, undone later."""
import json
import os
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent
from api_client import Api
from kill_matrix_test import export, leftovers, plan_for

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")


class Change(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        manager = agent("--lab", "hap-ac2-gigabit", "--no-traffic")
        _, self.port = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        self.api = Api(self.port, "admin", PASSWORD)
        self.addCleanup(self.api.close)
        self.old = export(self.api)
        self.make_plan()
        self.file = os.path.join(self.home.name, "plan.json")

    def make_plan(self):
        rules, _ = self.api.ask("/ip/firewall/filter/print")
        self.plan = plan_for(next(row for row in rules if row.get("dynamic") != "true"))

    def start(self, *arguments, user="admin", path=""):
        with open(self.file, "w", encoding="utf-8") as out:
            json.dump(self.plan, out)
        environment = {**os.environ, "PATH": path + os.environ["PATH"], "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": self.home.name, "XDG_DATA_HOME": self.home.name}
        return subprocess.Popen([PROGRAM, *arguments, *(["127.0.0.1", "--via", "api", "--port", str(self.port), "--user", user] if arguments[1] not in ("list", "show") else [])],
                                env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_to_end(self, *arguments, said="", user="admin", path=""):
        process = self.start(*arguments, user=user, path=path)
        out, err = process.communicate(said, timeout=90)
        return process.returncode, out, err

    def apply(self, *arguments, **more):
        return self.run_to_end("apply", self.file, "--yes", "--json", *arguments, **more)

    def number(self):
        _, out, _ = self.run_to_end("change", "list", "--json")
        return json.loads(out)[0]

    def test_kept_listed_shown_and_undone_with_the_conflict_told(self):
        code, out, err = self.apply("--keep")
        self.assertEqual((code, json.loads(out)["outcome"]), (0, "kept"), err)
        self.assertNotEqual(export(self.api), self.old)
        self.assertEqual(leftovers(self.api), [])
        entry = self.number()
        self.assertEqual((entry["outcome"], entry["user"], entry["title"]), ("kept", "admin", "Matrix"))
        _, out, _ = self.run_to_end("change", "show", str(entry["change"]), "--json")
        commands = json.loads(out)["commands"]
        self.assertEqual(commands[0]["command"].strip(), "/export")
        self.assertIn("/ip firewall filter", commands[0]["result"])
        self.assertTrue(all(command["result"] for command in commands))
        self.api.ask("/ip/settings/set", "=rp-filter=strict")
        code, out, err = self.run_to_end("change", "undo", str(entry["change"]), "--yes", "--keep", "--json")
        self.assertEqual(code, 0, err)
        self.assertIn('rp-filter was set to "strict" since', err)
        self.assertEqual(export(self.api), self.old)

    def test_a_word_on_standard_input_decides(self):
        code, out, _ = self.apply("--confirm", "60", said="what\nrollback\n")
        self.assertEqual((code, json.loads(out)["outcome"]), (1, "rolled-back"))
        self.assertEqual(export(self.api), self.old)
        self.make_plan()
        code, out, _ = self.apply("--confirm", "60", said="keep\n")
        self.assertEqual((code, json.loads(out)["outcome"]), (0, "kept"))
        self.assertEqual(leftovers(self.api), [])

    def test_a_guard_on_pings(self):
        # A ping in place of the system's, whose host stops answering when the router has the change's way back, and then the change.
        script = os.path.join(self.home.name, "ping")
        with open(script, "w", encoding="utf-8") as out:
            out.write("#!/usr/bin/python3\nimport time\nfor n in range(1, 400):\n"
                      "    print('64 bytes: icmp_seq=%d time=1.0 ms' % n if n < 25 else 'no answer yet for icmp_seq=%d' % n, flush=True)\n    time.sleep(0.2)\n")
        os.chmod(script, 0o755)
        code, out, err = self.apply("--keep", "--guard-ping", "10.0.0.1", "--guard-loss", "20", path=self.home.name + ":")
        self.assertEqual((code, json.loads(out)["outcome"]), (1, "rolled-back"), err)
        self.assertIn("no answer rose", json.loads(out)["detail"])
        self.assertEqual(export(self.api), self.old)
        self.assertEqual(leftovers(self.api), [])
        self.make_plan()  # an item that came back has another id
        with open(script, "w", encoding="utf-8") as out:
            out.write("#!/bin/sh\nexec sleep 60\n")
        code, _, err = self.apply("--keep", "--guard-ping", "10.0.0.1", "--guard-loss", "20", path=self.home.name + ":")
        self.assertEqual(code, 1)
        self.assertIn("does not answer pings", err)
        self.assertEqual(export(self.api), self.old)
        code, out, err = self.apply("--keep", "--guard-ping", "127.0.0.1", "--guard-p95", "200", "--guard-loss", "50")
        self.assertEqual((code, json.loads(out)["outcome"]), (0, "kept"), err)

    def test_without_consent_nothing_is_sent(self):
        code, _, err = self.run_to_end("apply", self.file, said="n\n")
        self.assertEqual(code, 1)
        self.assertIn("Nothing was sent", err)
        self.assertEqual(export(self.api), self.old)

    def refused(self, why, **more):
        code, out, err = self.apply("--keep", **more)
        self.assertEqual((code, json.loads(out)["outcome"]), (1, "refused"), err)
        self.assertIn(why, err)
        self.assertEqual(export(self.api), self.old)
        self.assertEqual(leftovers(self.api), [])

    def test_refused_beforehand(self):
        self.api.ask("/user/add", "=name=looker", "=group=read", "=password=" + PASSWORD)
        self.refused("lacks the policy write", user="looker")
        self.plan["steps"][0]["needs"] = [{"kind": "absent", "text": "There is no default queue type.", "menu": "/queue/type", "where": [["name", "default"]], "holds": []}]
        self.refused("no longer so")
        self.plan["steps"][0]["needs"] = []
        self.plan["origin"]["version"] = "6.49.10"
        self.refused("made for RouterOS 6.49.10")

    def test_a_refused_step_is_taken_back(self):
        self.plan["steps"][2]["command"]["arguments"] = [[".id", "*FFFF00"]]
        self.refused("no longer so")  # the item was never there: seen beforehand
        self.plan["steps"][1]["command"]["arguments"] = [["rp-filter", "sideways"]]
        self.plan["steps"].pop()
        self.refused("The router refused step 2 of 2")

    def test_what_a_dead_program_left_is_rolled_back_or_kept(self):
        for word, code_then, state in (("rollback", 1, "old"), ("keep", 0, "new")):
            self.make_plan()  # an item that came back has another id
            process = self.start("apply", self.file, "--yes", "--confirm", "120", "--no-safe-mode")
            for line in process.stderr:
                if "In force" in line:
                    break
            self.assertIsNone(process.poll())
            process.kill()
            process.communicate()
            entry = self.number()
            self.assertEqual(entry["outcome"], "pending")
            code, out, err = self.apply("--keep")  # one at a time
            self.assertEqual(code, 1)
            self.assertIn("Another change is pending", err)
            code, _, err = self.run_to_end("change", word, str(entry["change"]))
            self.assertEqual(code, code_then, err)
            self.assertEqual("old" if export(self.api) == self.old else "new", state)
            self.assertEqual(leftovers(self.api), [])

    def test_wrong_lines_and_files(self):
        self.assertEqual(self.run_to_end("apply", "/nowhere/plan.json", "--yes")[0], 2)
        self.plan["format"] = 2
        self.assertEqual(self.apply("--keep")[0], 2)
        self.assertEqual(self.run_to_end("change", "show", "99")[0], 2)


if __name__ == "__main__":
    unittest.main()
