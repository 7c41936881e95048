"""pathscopectl report: runs of other programs compared, as text, page, PDF and data; what is refused."""
import gzip
import json
import os
import sqlite3
import subprocess
import tempfile
import unittest

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
HOME = tempfile.TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = HOME.name


def report(*arguments):
    return subprocess.run([PROGRAM, "report", *arguments], capture_output=True, text=True, timeout=120)


def flent(folder, name, mbits, ping):
    seconds = range(30)
    data = {"version": 4, "x_values": list(seconds), "metadata": {"TIME": "2026-11-30T14:00:00.000000Z"},
            "results": {"TCP download sum": [mbits + second % 3 for second in seconds], "Ping (ms) ICMP": [ping + 0.1 * (second % 5) for second in seconds]}}
    path = os.path.join(folder, name)
    with gzip.open(path, "wt") as file:
        json.dump(data, file)
    return path


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.pair = ("--before", flent(self.folder.name, "slow.flent.gz", 500, 13), "--after", flent(self.folder.name, "fast.flent.gz", 900, 3))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_text_says_what_the_runs_say(self):
        told = report(*self.pair)
        self.assertEqual(told.returncode, 0, told.stderr)
        for words in ("Better: Throughput rose by 80 %", "501 Mb/s", "901 Mb/s", "slow.flent.gz (before), fast.flent.gz (after)",
                      "whatever else changed in between looks like the change"):
            self.assertIn(words, told.stdout.replace("\n", " "))
        self.assertNotIn("fast path", told.stdout)  # nobody counted that

    def test_every_kind_of_file(self):
        outputs = [self.path("r." + kind) for kind in ("html", "pdf", "csv", "json", "flent.gz", "pathscope")]
        told = report(*self.pair, *(word for output in outputs for word in ("-o", output)), "--title", "<Branch & office>")
        self.assertEqual(told.returncode, 0, told.stderr)
        with open(outputs[0], encoding="utf-8") as file:
            page = file.read()
        self.assertIn("&lt;Branch &amp; office&gt;", page)
        self.assertNotIn("<Branch", page)
        with open(outputs[1], "rb") as file:
            self.assertTrue(file.read().startswith(b"%PDF-"))
        with open(outputs[2], encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 61)
        with open(outputs[3], encoding="utf-8") as file:
            self.assertEqual(json.load(file)["judgement"]["verdict"], "better")
        for side in ("before", "after"):
            with gzip.open(self.path(f"r.{side}.flent.gz"), "rt") as file:
                self.assertEqual(json.load(file)["version"], 4)
        self.assertEqual(sqlite3.connect(outputs[5]).execute("SELECT count(*) FROM experiments").fetchone(), (1,))
        # The bundle opened again gives the same page.
        again = self.path("again.html")
        self.assertEqual(report(outputs[5], "-o", again, "--title", "<Branch & office>").returncode, 0)
        with open(again, encoding="utf-8") as file:
            self.assertEqual(file.read(), page)
        both = report(outputs[5], outputs[5], "-o", self.path("both.html"))
        self.assertEqual(both.returncode, 0, both.stderr)

    def test_flent_reads_a_side(self):
        report(*self.pair, "-o", self.path("r.flent.gz"))
        try:
            told = subprocess.run(["flent", "-i", self.path("r.after.flent.gz"), "-f", "summary"], capture_output=True, text=True, timeout=120)
        except FileNotFoundError:
            self.skipTest("flent is not installed")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("TCP download", told.stdout)

    def test_what_is_refused(self):
        broken = self.path("broken.json")
        with open(broken, "w", encoding="utf-8") as file:
            file.write('{"start": {')
        for arguments, code, word in (
                (("no-such-id",), 2, "no-such-id"), (("/does/not/exist.pathscope",), 2, "exist.pathscope"), ((), 2, "EXPERIMENT"),
                (("--before", broken), 2, "--after"), (("--before", broken, "--after", broken), 2, "broken.json"),
                ((*self.pair, "-o", self.path("r.docx")), 2, ".pathscope"), ((*self.pair, "-o", "/does/not/exist/r.html"), 1, "Cannot write"),
                ((*self.pair, "--logo", broken, "-o", self.path("r.html")), 2, "PNG or SVG"), ((*self.pair, "--redact", "taste"), 2, "addresses")):
            told = report(*arguments)
            self.assertEqual(told.returncode, code, (arguments, told.stderr))
            self.assertIn(word, told.stderr)
            self.assertEqual(told.stdout, "")


if __name__ == "__main__":
    unittest.main()
