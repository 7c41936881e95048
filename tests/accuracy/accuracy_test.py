"""The twin against published figures, a part of them; the boards' files against the figures they were made of."""
import importlib.util
import json
import os
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscope-accuracy")


def rows(only):
    done = subprocess.run([PROGRAM, "--only", only, "--seconds", "0.4", "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return {row["id"]: row for row in json.loads(done.stdout)}


class Accuracy(unittest.TestCase):
    def test_boards_are_what_the_published_rows_make_of_them(self):
        spec = importlib.util.spec_from_file_location("calibrate", os.path.join(HERE, "calibrate.py"))
        calibrate = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(calibrate)
        for model in calibrate.CALIBRATIONS:
            with open(os.path.join(calibrate.BOARDS, model + ".json"), encoding="utf-8") as file:
                self.assertEqual(file.read(), calibrate.text(model), model)

    def test_what_users_measured_was_never_used(self):
        with open(os.path.join(HERE, "../../resources/published/measurements.json"), encoding="utf-8") as file:
            measured = {row["id"] for row in json.load(file)["rows"]}
        boards = os.path.join(HERE, "../../resources/boards")
        for name in os.listdir(boards):
            with open(os.path.join(boards, name), encoding="utf-8") as file:
                for calibration in json.load(file).get("calibrations", []):
                    self.assertFalse(measured & set(calibration["fittedOn"]), name)

    def test_a_row_it_was_fitted_on_comes_out_again(self):
        row = rows("hap-ax2-routing")["hap-ax2-routing-25-rules-512"]
        self.assertTrue(row["used"])
        self.assertLess(abs(row["error"]), 0.05)

    def test_rules_of_the_bridge_cost_their_time(self):
        row = rows("rb3011-bridging-25-rules-64")["rb3011-bridging-25-rules-64"]
        self.assertLess(abs(row["error"]), 0.1)

    def test_a_link_between_chip_and_processor_carries_preamble_and_gap(self):
        row = rows("rb3011-bridging-512")["rb3011-bridging-512"]
        self.assertFalse(row["used"])
        self.assertLess(abs(row["error"]), 0.01)  # 3.8 % more without them

    def test_rows_never_used(self):
        done = rows("hap-ac2-fq-codel")
        slow, fast = done["hap-ac2-fq-codel-slow"], done["hap-ac2-fq-codel-fasttrack"]
        for row in (slow, fast):
            self.assertFalse(row["used"])
            self.assertLessEqual(row["low"], row["mbps"])
            self.assertGreaterEqual(row["high"], row["mbps"])
            self.assertLess(abs(row["error"]), 0.1)
        self.assertGreater(fast["predicted"], slow["predicted"])


if __name__ == "__main__":
    unittest.main()
