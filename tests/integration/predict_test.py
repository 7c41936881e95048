"""pathscopectl predict: a change tried on a modelled board, in text and JSON, the same twice, and what it refuses."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
LABS = os.path.join(os.environ["PATHSCOPE_RESOURCES"], "labs")
LAB = os.path.join(LABS, "hap-ac2-gigabit", "config.rsc")
TRAFFIC = ("--board", "RBD52G-5HacD2HnD", "--traffic", "tcp_ndown=4")
SHORT = (*TRAFFIC, "--duration", "1", "--warmup", "2")
CACHE = tempfile.TemporaryDirectory()
os.environ["XDG_CACHE_HOME"] = CACHE.name


def predict(*arguments):
    return subprocess.run([PROGRAM, "predict", *arguments], capture_output=True, text=True, timeout=120)


class Predict(unittest.TestCase):
    def test_the_missing_rule_and_the_same_answer_twice(self):
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as change:
            change.write("/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related place-before=0\n")
            change.flush()
            first = predict(LAB, *SHORT, "--change", change.name, "--cache", "off", "--json")
            self.assertEqual(first.returncode, 0, first.stderr)
            self.assertEqual(first.stdout, predict(LAB, *SHORT, "--change", change.name, "--json").stdout)
            self.assertEqual(first.stdout, predict(LAB, *SHORT, "--change", change.name, "--json").stdout)  # the one that was kept
            folder = os.path.join(CACHE.name, "pathscope/predictions")
            kept = [os.path.join(folder, name) for name in os.listdir(folder)]
            with open(max(kept, key=os.path.getmtime), "r+b") as file:
                file.truncate(1000)
            again = predict(LAB, *SHORT, "--change", change.name, "--json")
            self.assertEqual(first.stdout, again.stdout)
            self.assertIn("cut short", again.stderr)
            answer = json.loads(first.stdout)
            self.assertEqual((answer["board"], answer["seed"], answer["duration_s"]), ("RBD52G-5HacD2HnD", 1, 1.0))
            self.assertGreater(answer["now"]["paths"]["slow"], 0.9)
            self.assertGreater(answer["change"]["paths"]["fasttrack"], 0.9)
            now, changed = answer["now"]["throughput_bps"], answer["change"]["throughput_bps"]
            self.assertLessEqual(now["low"], now["median"])
            self.assertLessEqual(now["median"], now["high"])
            self.assertGreater(changed["median"], 1.2 * now["median"])
            self.assertEqual(len(answer["now"]["cpu_percent"]), 4)
            self.assertTrue(0 <= answer["fidelity"]["score"] <= 1)
            self.assertTrue(answer["fidelity"]["why"])

    def test_text(self):
        told = predict(LAB, *SHORT)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("Now\n  throughput", told.stdout)
        self.assertIn("Fidelity", told.stdout)
        self.assertNotIn("With the change", told.stdout)

    def test_a_gate_for_throughput(self):
        def check(expectation, *more):
            return subprocess.run([PROGRAM, "check", LAB, "--board", "RBD52G-5HacD2HnD", "--traffic", "tcp_ndown=4", "--duration", "1",
                                   "--min-throughput", expectation, *more], capture_output=True, text=True, timeout=120)

        met = check("LAN->WAN: 100M", "--expect", "LAN->WAN: slow", "--json")
        self.assertEqual(met.returncode, 0, met.stderr)
        answer = json.loads(met.stdout)
        self.assertEqual([each["met"] for each in answer["throughput"]], [True])
        self.assertTrue(answer["checks"][0]["met"])
        seen = answer["throughput"][0]["throughput_bps"]
        self.assertLess(seen["low"], seen["median"])
        between = f"LAN->WAN: {(seen['low'] + seen['median']) / 2:.0f}"
        self.assertEqual(check(between).returncode, 0)
        self.assertIn("it may be less", check(between).stdout)
        self.assertEqual(check(between, "--strict").returncode, 1)
        too_much = check("LAN->WAN: 2G")
        self.assertEqual(too_much.returncode, 1)
        self.assertIn("NOT MET", too_much.stdout)
        wrong = check("LAN->WAN: fast")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("FROM->TO: RATE", wrong.stderr)

    def test_what_is_refused(self):
        for arguments, word in (((LAB, "--board", "RB1"), "Boards:"), ((LAB, *SHORT, "--traffic", "nonsense"), "choose from"),
                                (("/does/not/exist.rsc",), "Cannot open"), ((LAB, "--duration", "0"), "duration"), ((LAB, "--rate", "fast"), "no rate")):
            told = predict(*arguments)
            self.assertEqual(told.returncode, 2, told.stdout)
            self.assertIn(word, told.stderr)
            self.assertEqual(told.stdout, "")

    def test_interrupted_it_leaves_no_agent_behind(self):
        program = subprocess.Popen([PROGRAM, "predict", LAB, *TRAFFIC, "--duration", "3600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        children = f"/proc/{program.pid}/task/{program.pid}/children"
        agents = []
        end = time.monotonic() + 20
        while len(agents) < 2 and time.monotonic() < end:
            with open(children) as file:
                agents = file.read().split()
            time.sleep(0.05)
        self.assertEqual(len(agents), 2)
        program.send_signal(signal.SIGINT)
        self.assertEqual(program.wait(timeout=20), 130)
        program.communicate()
        end = time.monotonic() + 20
        while any(os.path.exists(f"/proc/{agent}") for agent in agents) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual([agent for agent in agents if os.path.exists(f"/proc/{agent}")], [])


if __name__ == "__main__":
    unittest.main()
