"""pathscopectl fasttracked: connections that keep FastTrack, counted and flushed on a lab that has some."""
import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
HOME = tempfile.TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = HOME.name
LAB = ("--lab", "hap-ac2-gigabit/fasttrack")


def run(*arguments):
    return subprocess.run([PROGRAM, "fasttracked", *arguments], capture_output=True, text=True, timeout=60)


class FastTracked(unittest.TestCase):
    def test_counted_with_what_they_carry(self):
        told = run(*LAB, "--json")
        self.assertEqual(told.returncode, 0, told.stderr)
        now = json.loads(told.stdout)
        self.assertGreaterEqual(now["count"], 8)  # the downloads
        self.assertGreater(now["bps"], 50e6)
        self.assertIn("192.168.88.10", now["busiest"][0]["connection"])
        self.assertGreaterEqual(now["busiest"][0]["bps"], now["busiest"][-1]["bps"])

    def test_chosen_ones_are_flushed_and_all(self):
        for chosen, line in (("192.168.88.10", "src-address=192.168.88.10"), ("all", "[find fasttrack=yes]")):
            told = run(*LAB, "--flush", chosen, "--yes")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn(line, told.stderr)
            self.assertIn("kept", told.stdout)

    def test_what_is_refused(self):
        self.assertEqual(run().returncode, 2)
        told = run(*LAB, "--flush", "10.255.255.1")
        self.assertEqual(told.returncode, 2)
        self.assertIn("10.255.255.1", told.stderr)
        self.assertEqual(run("--lab", "no-such-lab").returncode, 3)

    def test_none_without_a_fasttrack_rule(self):
        told = run("--lab", "hap-ac2-gigabit", "--json")
        self.assertEqual(json.loads(told.stdout)["count"], 0, told.stderr)


if __name__ == "__main__":
    unittest.main()
