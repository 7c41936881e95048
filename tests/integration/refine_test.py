"""A second agent plays the live router: the same board with costs nobody told us. After ten seconds of its counters the prediction of a change is held
against what that agent then measures. Boards of the user's own, and calibrations by name."""
import json
import os
import subprocess
import tempfile
import time
import unittest

from agent_process import PASSWORD, agent
from api_client import Api

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscopectl")
BOARDS = os.path.join(os.environ["PATHSCOPE_RESOURCES"], "boards")
HOME = tempfile.TemporaryDirectory()
MODEL = "RBD52G-5HacD2HnD"
FASTTRACK = "/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related place-before=0\n"


def ctl(*arguments, data=HOME.name):
    environment = {**os.environ, "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": HOME.name, "XDG_CACHE_HOME": HOME.name, "XDG_DATA_HOME": data}
    return subprocess.run([PROGRAM, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200)


def written(name, text):
    path = os.path.join(HOME.name, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def board(factor):
    with open(os.path.join(BOARDS, MODEL + ".json"), encoding="utf-8") as file:
        out = json.load(file)
    for calibration in out["calibrations"]:
        for name, value in calibration["cost"].items():
            if name not in ("low", "high", "receiveCores", "receiveRing", "source"):
                calibration["cost"][name] = value * factor
    return out


def download(api, seconds=6):
    """Bits per second that came in from the provider, frames with FCS."""
    def counted():
        rows, _ = api.ask("/interface/print", "=.proplist=name,rx-byte,rx-packet")
        row = next(each for each in rows if each["name"] == "ether1")
        return int(row["rx-byte"]), int(row["rx-packet"])
    octets, packets = counted()
    begun = time.monotonic()
    time.sleep(seconds)
    then, packets_then = counted()
    return (then - octets + 4 * (packets_then - packets)) * 8 / (time.monotonic() - begun)


class ALiveRouter(unittest.TestCase):
    def within_ten_percent(self, factor):
        secret = tempfile.TemporaryDirectory()
        self.addCleanup(secret.cleanup)
        folder = os.path.join(secret.name, "pathscope/boards")
        os.makedirs(folder)
        with open(os.path.join(folder, MODEL + ".json"), "w", encoding="utf-8") as file:
            json.dump(board(factor), file)
        os.environ["XDG_DATA_HOME"] = secret.name
        try:
            with agent("--lab", "hap-ac2-gigabit") as (_, port):
                change = written("fasttrack.rsc", FASTTRACK)
                told = ctl("predict", "127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin", "--change", change, "--duration", "10", "--json")
                self.assertEqual(told.returncode, 0, told.stderr)
                predicted = json.loads(told.stdout)
                self.assertIn("refined from this router", " ".join(predicted["fidelity"]["why"]))
                api = Api(port, "admin", PASSWORD)
                now = download(api)
                api.ask("/ip/firewall/filter/add", "=chain=forward", "=action=fasttrack-connection", "=connection-state=established,related", "=place-before=0")
                time.sleep(4)
                then = download(api)
                api.close()
        finally:
            del os.environ["XDG_DATA_HOME"]
        said = f"costs x{factor}: factor {predicted['refined']['factor']:.2f}; now {now / 1e6:.0f} Mb/s, predicted {predicted['now']['throughput_bps']['median'] / 1e6:.0f}; " \
               f"with the change {then / 1e6:.0f}, predicted {predicted['change']['throughput_bps']['median'] / 1e6:.0f}"
        print(said)
        self.assertAlmostEqual(predicted["refined"]["factor"] / factor, 1, delta=0.1, msg=said)
        self.assertAlmostEqual(predicted["now"]["throughput_bps"]["median"] / now, 1, delta=0.1, msg=said)
        self.assertAlmostEqual(predicted["change"]["throughput_bps"]["median"] / then, 1, delta=0.1, msg=said)

    def test_a_router_much_slower_than_its_board(self):
        self.within_ten_percent(2.5)

    def test_a_router_a_little_faster_than_its_board(self):
        self.within_ten_percent(0.8)


class BoardsOfOnesOwn(unittest.TestCase):
    def test_one_stands_in_for_the_products(self):
        data = tempfile.TemporaryDirectory()
        self.addCleanup(data.cleanup)
        config = written("site.rsc", "# model = " + MODEL + "\n/ip address\nadd address=10.1.0.1/24 interface=ether1\nadd address=10.2.0.1/24 interface=ether2\n/ip firewall filter\nadd action=accept chain=forward\n")
        arguments = ("predict", config, "--from", "ether1", "--to", "ether2", "--duration", "3", "--json")
        usual = json.loads(ctl(*arguments, data=data.name).stdout)["now"]["throughput_bps"]["median"]
        os.makedirs(os.path.join(data.name, "pathscope/boards"))
        with open(os.path.join(data.name, "pathscope/boards", MODEL + ".json"), "w", encoding="utf-8") as file:
            json.dump(board(4), file)
        slower = json.loads(ctl(*arguments, data=data.name).stdout)["now"]["throughput_bps"]["median"]
        self.assertLess(slower, 0.5 * usual)

    def test_a_calibration_is_chosen_by_name(self):
        config = written("hex.rsc", "# model = RB760iGS\n/ip address\nadd address=10.1.0.1/24 interface=ether1\nadd address=10.2.0.1/24 interface=ether2\n/ip firewall filter\nadd action=accept chain=forward connection-state=established\nadd action=drop chain=input\n")
        arguments = ("predict", config, "--from", "ether1", "--to", "ether2", "--duration", "3", "--json")
        first = json.loads(ctl(*arguments).stdout)["now"]["throughput_bps"]["median"]
        other = json.loads(ctl(*arguments, "--calibration", "vendor's 25 rules, RouterOS 6").stdout)["now"]["throughput_bps"]["median"]
        self.assertNotEqual(first, other)
        told = ctl(*arguments, "--calibration", "no such")
        self.assertEqual(told.returncode, 2)
        self.assertIn("vendor's 25 rules, RouterOS 6", told.stderr)


class OtherTrafficOrBoard(unittest.TestCase):
    def test_tests_run_on_the_boards_own_costs_and_it_is_said(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            told = ctl("predict", "127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin", "--traffic", "tcp_nup=2", "--duration", "2", "--json")
            other = ctl("predict", "127.0.0.1", "--via", "api", "--port", str(port), "--user", "admin", "--board", "RB5009UG+S+", "--duration", "2", "--json")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("only the router's own traffic", json.loads(told.stdout)["not_refined"])
        self.assertEqual(other.returncode, 0, other.stderr)
        self.assertIn("says nothing of another board's costs", json.loads(other.stdout)["not_refined"])


class WhatIsWrong(unittest.TestCase):
    def test_no_source_and_no_router(self):
        self.assertEqual(ctl("predict").returncode, 2)
        told = ctl("predict", "127.0.0.1", "--via", "api", "--port", "1", "--user", "admin")
        self.assertEqual(told.returncode, 3, told.stderr)


if __name__ == "__main__":
    unittest.main()
