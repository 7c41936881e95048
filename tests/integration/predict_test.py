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


def predict(*arguments):
    return subprocess.run([PROGRAM, "predict", *arguments], capture_output=True, text=True, timeout=120)


class Predict(unittest.TestCase):
    def test_the_missing_rule_and_the_same_answer_twice(self):
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as change:
            change.write("/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related place-before=0\n")
            change.flush()
            first = predict(LAB, *SHORT, "--change", change.name, "--json")
            self.assertEqual(first.returncode, 0, first.stderr)
            self.assertEqual(first.stdout, predict(LAB, *SHORT, "--change", change.name, "--json").stdout)
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
