#!/usr/bin/env python3
"""An agent started on a user's export gives it back: /export over the API differs from the input in nothing that means anything,
for every case. And what it keeps survives a restart."""
import glob
import os
import subprocess
import tempfile
import unittest

import librouteros

from agent_process import PASSWORD, agent

CASES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "cases")
CTL = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")


def connect(port):
    return librouteros.connect(host="127.0.0.1", port=port, username="admin", password=PASSWORD, timeout=15)


def export(port):
    api = connect(port)
    try:
        # Of !done: the client takes a line that is only digits for a number.
        return next(row["ret"] for row in api("/export", **{"show-sensitive": ""}) if "ret" in row)
    finally:
        api.close()


class ExportRoundTrip(unittest.TestCase):
    def test_every_case_comes_back_as_it_went_in(self):
        cases = sorted(glob.glob(os.path.join(CASES, "*.rsc")))
        self.assertGreaterEqual(len(cases), 40, "the cases are missing")
        for case in cases:
            with self.subTest(case=os.path.basename(case)), tempfile.TemporaryDirectory() as place:
                with agent("--config", case) as (_, port):
                    text = export(port)
                file = os.path.join(place, "export.rsc")
                with open(file, "w", encoding="latin-1") as out:
                    out.write(text)
                diff = subprocess.run([CTL, "config", "diff", case, file], capture_output=True, text=True, timeout=30)
                self.assertEqual(diff.returncode, 0, diff.stdout + diff.stderr)

    def test_a_restart_keeps_the_configuration(self):
        with tempfile.TemporaryDirectory() as place:
            state = os.path.join(place, "state")
            with agent("--board", "CHR", "--state", state) as (_, port):
                api = connect(port)
                list(api("/system/identity/set", name="kept"))
                list(api("/ip/firewall/filter/add", chain="input", comment="first"))
                list(api("/user/add", name="second", group="full", password="another one"))
                before = list(api.path("ip", "firewall", "filter"))
                api.close()
            with agent("--board", "CHR", "--state", state) as (_, port):
                api = librouteros.connect(host="127.0.0.1", port=port, username="second", password="another one", timeout=15)
                self.assertEqual(list(api.path("system", "identity"))[0]["name"], "kept")
                after = list(api.path("ip", "firewall", "filter"))
                api.close()
                self.assertEqual([(r[".id"], r["comment"]) for r in before], [(r[".id"], r["comment"]) for r in after])

    def test_a_broken_state_is_told_and_kept_aside(self):
        with tempfile.TemporaryDirectory() as place:
            with open(os.path.join(place, "config.state"), "w", encoding="ascii") as file:
                file.write("pathscope-state 1\nboard CHR\nme")
            with agent("--board", "CHR", "--state", place) as (_, port):
                api = connect(port)
                self.assertEqual(list(api.path("system", "identity"))[0]["name"], "MikroTik")
                api.close()
            with open(os.path.join(place, "config.state.broken"), encoding="ascii") as file:
                self.assertTrue(file.read().endswith("\nme"))

    def test_what_is_not_modelled_is_listed(self):
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as file:
            file.write("/interface ethernet\nset [ find default-name=sfp-sfpplus9 ] name=uplink\n/interface quantum\nadd name=q\n/ip address\nadd address=10.0.0.1/24 interface=nosuch\n")
            file.flush()
            with agent("--board", "CHR", "--config", file.name) as (_, port):
                api = connect(port)
                rows = list(api.path("pathscope", "unmodelled"))
                addresses = list(api.path("ip", "address"))
                api.close()
        self.assertTrue(any(row.get("value") == "sfp-sfpplus9" for row in rows), rows)
        self.assertTrue(any(row.get("menu") == "/interface/quantum" for row in rows), rows)
        self.assertTrue(any(file.name + ":6" in row.get("where", "") for row in rows), rows)
        self.assertIs(addresses[0]["invalid"], True)


if __name__ == "__main__":
    unittest.main()
