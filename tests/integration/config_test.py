#!/usr/bin/python3
"""pathscopectl config on real cases: every file is read, checked, shown, normalised and compared.

The cases lie in $PATHSCOPE_CASES, or in ../shared/cases beside the source tree. Where there are none the project's own samples take
their place, and the test says so."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CTL = pathlib.Path(os.environ["PATHSCOPE_BIN"]) / "pathscopectl"
SAMPLES = SOURCE / "tests" / "data" / "configs"


def case_files():
    folder = pathlib.Path(os.environ.get("PATHSCOPE_CASES", SOURCE.parent / "shared" / "cases"))
    files = sorted(folder.glob("*/config.rsc"))
    if files:
        print(f"config_test: {len(files)} cases of {folder}")
        return files
    files = sorted((SOURCE / "tests" / "data" / "cases").glob("*.rsc"))
    print(f"config_test: NO CASES in {folder}; the {len(files)} samples of tests/data/cases are used instead")
    return files


def run(*arguments, text=None):
    done = subprocess.run([CTL, "config", *map(str, arguments)], input=text, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


class ConfigTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = case_files()
        cls.samples = sorted(SAMPLES.glob("*.rsc"))
        assert len(cls.cases) >= 30 and len(cls.samples) >= 12, "too few configurations to prove anything"

    def test_every_case_is_checked(self):
        code, out, err = run("check", "--json", *self.cases)
        self.assertEqual(err, "")
        reports = json.loads(out)
        self.assertEqual([r["file"] for r in reports], [str(c) for c in self.cases])
        for report in reports:
            self.assertEqual([p for p in report["errors"] if p["kind"] == "error"], [], report["file"])
            self.assertGreater(report["items"] + len(report["warnings"]), 0, report["file"])
            for problem in report["errors"] + report["warnings"]:
                self.assertGreater(problem["line"], 0)
                self.assertGreater(problem["column"], 0)
        self.assertEqual(code, 1 if any(r["errors"] for r in reports) else 0)
        versions = [r["version"] for r in reports if r["version"]]
        self.assertTrue(any(v.startswith("6.") for v in versions) and any(v.startswith("7.") for v in versions), versions)

    def test_normalised_files_say_the_same_and_stay_as_they_are(self):
        with tempfile.TemporaryDirectory() as folder:
            once, twice = pathlib.Path(folder, "once.rsc"), pathlib.Path(folder, "twice.rsc")
            for case in self.cases + self.samples:
                code, out, _ = run("normalise", "--show-sensitive", case)
                self.assertEqual(code, 0, case)
                once.write_text(out)
                code, again, _ = run("normalise", "--show-sensitive", once)
                self.assertEqual(again, out, case)
                twice.write_text(again)
                code, out, _ = run("diff", case, once)
                self.assertEqual(code, 0, f"{case}\n{out}")
                self.assertNotIn("serial number", again)

    def test_differences_are_commands_and_an_exit_code(self):
        with tempfile.TemporaryDirectory() as folder:
            before, after = pathlib.Path(folder, "before.rsc"), pathlib.Path(folder, "after.rsc")
            before.write_text("/ip firewall filter\nadd chain=forward action=accept\nadd chain=input action=drop\n/queue tree add name=q parent=global\n")
            after.write_text("/ip firewall filter\nadd chain=input action=drop\nadd chain=forward action=accept\n/queue tree add name=q parent=global max-limit=10M\n")
            code, out, _ = run("diff", before, after)
            self.assertEqual(code, 1)
            lines = out.splitlines()
            self.assertEqual(len(lines), 3, out)
            self.assertIn("/queue tree set [ find name=q ] max-limit=10M", lines)
            self.assertTrue(lines[0].startswith("/ip firewall filter move "), out)
            self.assertTrue(lines[2].endswith("1 changed, 1 moved"), out)
            code, out, _ = run("diff", "--json", before, after)
            self.assertEqual((code, json.loads(out)["moved"], json.loads(out)["changed"]), (1, 1, 1))
            code, out, _ = run("diff", before, before)
            self.assertEqual(code, 0)
            self.assertIn("no difference", out)

    def test_problems_have_their_place(self):
        code, out, _ = run("check", SAMPLES / "12-nothing-but-noise.rsc", "--json")
        self.assertEqual(code, 1)
        report = json.loads(out)[0]
        self.assertIn((3, 1), [(p["line"], p["column"]) for p in report["errors"]])
        self.assertEqual(report["items"], 2, "the rest of the file is still read")
        code, out, _ = run("check", SAMPLES / "07-unknown-things.rsc")
        self.assertIn("07-unknown-things.rsc:3:1: unknown-property:", out)
        self.assertEqual(code, 1)

    def test_show_has_every_menu_and_hides_secrets(self):
        code, out, _ = run("show", SAMPLES / "11-vpn.rsc")
        self.assertEqual(code, 0)
        self.assertIn("/interface wireguard add ", out)
        self.assertNotIn("guess", out)
        _, out, _ = run("show", "--show-sensitive", "--json", SAMPLES / "11-vpn.rsc")
        menus = {m["menu"]: m for m in json.loads(out)[0]["menus"]}
        self.assertIn("password=guess", menus["/interface/pppoe-client"]["text"])

    def test_standard_input(self):
        code, out, _ = run("normalise", "-", text=b"/system identity set name=x\r\n")
        self.assertEqual((code, out), (0, "/system identity\nset name=x\n"))

    def test_what_cannot_be_read(self):
        code, _, err = run("check", "/no/such/file.rsc", SAMPLES / "01-home-v7.rsc")
        self.assertEqual(code, 3)
        self.assertIn("/no/such/file.rsc", err)
        code, _, err = run("show", SOURCE)
        self.assertEqual(code, 3, err)

    def test_wrong_command_lines(self):
        for line in (["diff", SAMPLES / "01-home-v7.rsc"], ["check"], ["unheard-of", "x"], []):
            code, _, err = run(*line)
            self.assertEqual(code, 2, f"{line}: {err}")
        code, out, _ = run("--help")
        self.assertEqual(code, 0)
        for word in ("check", "show", "diff", "normalise", "Exit codes", "--show-sensitive"):
            self.assertIn(word, out)


if __name__ == "__main__":
    sys.exit(0 if unittest.main(exit=False, verbosity=1).result.wasSuccessful() else 1)
