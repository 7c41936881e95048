"""pathscopectl experiment: a lab measured without and with a change, kept, shown, compared, continued, interrupted."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
HOME = tempfile.TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = HOME.name
LAB = ("--lab", "hap-ac2-gigabit")
SHORT = ("--seconds", "5", "--warmup", "3")


def run(*arguments):
    return subprocess.run([PROGRAM, "experiment", *arguments], capture_output=True, text=True, timeout=170)


class Experiment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = run("run", *LAB, *SHORT, "--change", "add-fasttrack", "--title", "The missing rule", "--json")

    def test_what_was_measured(self):
        # A computer that is busy with other things is too slow for the simulation, and then there is no verdict: that is a right answer too.
        self.assertIn(self.made.returncode, (0, 5), self.made.stderr)
        answer = json.loads(self.made.stdout)
        verdict, experiment = answer["judgement"]["verdict"], answer["experiment"]
        if self.made.returncode == 0:
            self.assertEqual(verdict, "better")
            throughput = next(each for each in answer["judgement"]["metrics"] if each["metric"] == "throughput")
            self.assertGreater(throughput["after"], throughput["before"])
        else:
            self.assertEqual(verdict, "refused")
            self.assertIn("its own limit", answer["judgement"]["reason"])
        self.assertEqual([each["side"] for each in experiment["runs"]], ["before", "after", "after", "before"])
        self.assertEqual(experiment["arrangement"], "interleaved")
        self.assertIn("fasttrack-connection", experiment["change"][0])
        self.assertTrue(experiment["inverse"])
        hashes = [each["config_sha256"] for each in experiment["runs"]]
        self.assertEqual(hashes[0], hashes[3])
        self.assertEqual(hashes[1], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])
        for each in experiment["runs"]:
            self.assertGreaterEqual(each["samples"][-1]["t"], 7.5)
            self.assertTrue(any(sample["rtt_ms"] for sample in each["samples"]))
        metrics = {each["metric"]: each for each in answer["judgement"]["metrics"]}
        self.assertLess(metrics["fast-share"]["before"], 0.5)
        self.assertGreater(metrics["fast-share"]["after"], 0.9)

    def test_it_is_kept_shown_noted_and_compared(self):
        entries = json.loads(run("list", "--json").stdout)
        entry = next(each for each in entries if each["title"] == "The missing rule")
        self.assertEqual(entry["runs"], 4)
        self.assertEqual(run("note", entry["id"][:6], "On a quiet evening").stdout.strip(), entry["id"])
        shown = run("show", entry["id"])
        self.assertEqual(shown.returncode, 0, shown.stderr)
        for words in ("The missing rule", "On a quiet evening", "2 interleaved pairs of 5 s", "Bytes on a fast path"):
            self.assertIn(words, shown.stdout.replace("\n", " "))
        both = run("compare", entry["id"], entry["id"])
        self.assertEqual(both.returncode, 0, both.stderr)
        self.assertIn("2 experiments", both.stdout)

    def test_one_side_now_and_the_other_later(self):
        first = run("run", *LAB, "--seconds", "2", "--warmup", "1", "--runs", "A")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("--continue " + first.stdout.strip(), first.stderr)
        second = run("run", *LAB, "--seconds", "2", "--warmup", "1", "--runs", "B", "--continue", first.stdout.strip())
        self.assertEqual(second.returncode, 5, second.stderr)  # two seconds are not enough
        self.assertIn("whatever else changed in between", second.stdout)
        self.assertEqual(run("remove", first.stdout.strip()).returncode, 0)
        self.assertEqual(run("show", first.stdout.strip()).returncode, 2)

    def test_traffic_of_our_own_sender(self):
        sink = subprocess.Popen([PROGRAM, "sink", "--address", "127.0.0.1", "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            port = sink.stdout.readline().split()[-1]
            made = run("run", *LAB, "--seconds", "3", "--warmup", "1", "--runs", "A", "--load", "sink:127.0.0.1:" + port, "--flows", "2", "--json")
            self.assertEqual(made.returncode, 0, made.stderr)
            experiment = json.loads(subprocess.run([PROGRAM, "report", made.stdout.strip(), "--json"], capture_output=True, text=True).stdout)["experiment"]
            self.assertIn("2 TCP connections from 127.0.0.1", experiment["method"])
            pings = sum(count for sample in experiment["runs"][0]["samples"] for _, count in sample["rtt_ms"])
            self.assertGreater(pings, 20)
            self.assertGreater(experiment["runs"][0]["generator_percent"], 0)
            self.assertIn("127.0.0.1: 2 connections", sink.stdout.readline())
        finally:
            sink.send_signal(signal.SIGINT)
            self.assertEqual(sink.wait(10), 0)

    def test_traffic_of_iperf3(self):
        server = subprocess.Popen(["iperf3", "-s", "-1", "-p", "5219"], stdout=subprocess.DEVNULL)
        try:
            made = run("run", *LAB, "--seconds", "2", "--warmup", "1", "--runs", "A", "--load", "iperf3:127.0.0.1:5219", "--flows", "1", "--direction", "up", "--json")
            self.assertEqual(made.returncode, 0, made.stderr)
            experiment = json.loads(subprocess.run([PROGRAM, "report", made.stdout.strip(), "--json"], capture_output=True, text=True).stdout)["experiment"]
            self.assertIn("by iperf3", experiment["method"])
            self.assertGreater(experiment["runs"][0]["generator_percent"], 0)
        finally:
            server.terminate()
            server.wait(10)

    def test_a_sink_that_dies_ends_the_experiment(self):
        sink = subprocess.Popen([PROGRAM, "sink", "--address", "127.0.0.1", "--port", "0"], stdout=subprocess.PIPE, text=True)
        port = sink.stdout.readline().split()[-1]
        measuring = subprocess.Popen([PROGRAM, "experiment", "run", *LAB, "--seconds", "60", "--runs", "A", "--load", "sink:127.0.0.1:" + port], stderr=subprocess.PIPE, text=True)
        sink.stdout.readline()
        sink.kill()
        sink.wait()
        _, told = measuring.communicate(timeout=60)
        self.assertEqual(measuring.returncode, 3, told)
        self.assertRegex(told, "127.0.0.1 (hung up|broke)")

    def test_what_is_refused(self):
        for arguments, code, word in ((("run",), 2, "HOST"), (("run", *LAB, "--runs", "ABX", "--change", "add-fasttrack"), 2, "ABBA"), (("run", *LAB, "--runs", "AB"), 2, "--change"),
                                      (("run", *LAB, "--plan", "/no/such.json"), 2, "such.json"), (("run", *LAB, "--change", "remove-queues"), 2, "nothing"),
                                      (("run", "--lab", "no-such-lab"), 3, "no-such-lab"),
                                      (("run", *LAB, "--load", "ftp:server"), 2, "ftp:server"), (("run", *LAB, "--runs", "A", "--load", "sink:127.0.0.1:1"), 3, "pathscopectl sink"), (("show", "nothing-like-it"), 2, "nothing-like-it")):
            told = run(*arguments)
            self.assertEqual(told.returncode, code, (arguments, told.stderr))
            self.assertIn(word, told.stderr)
            self.assertEqual(told.stdout, "")

    def test_interrupted_it_keeps_the_runs_that_ended(self):
        program = subprocess.Popen([PROGRAM, "experiment", "run", *LAB, "--seconds", "3", "--warmup", "0", "--runs", "AAAAAAAA", "--title", "Interrupted"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 60
        kept = []
        while not (kept and kept[0]["runs"]) and time.monotonic() < end:
            kept = [each for each in json.loads(run("list", "--json").stdout) if each["title"] == "Interrupted"]
            time.sleep(0.1)
        program.send_signal(signal.SIGINT)
        _, complaint = program.communicate(timeout=30)
        self.assertEqual(program.returncode, 130, complaint)
        self.assertIn("before its time", complaint)
        kept = next(each for each in json.loads(run("list", "--json").stdout) if each["title"] == "Interrupted")
        self.assertTrue(1 <= kept["runs"] < 8)


if __name__ == "__main__":
    unittest.main()
