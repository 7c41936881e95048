#!/usr/bin/env python3
"""pathscope-agent --rehearse: a job in, lines of JSON out, the same to the octet each time; faults named; an end when asked for."""
import json
import os
import signal
import subprocess
import tempfile
import unittest

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscope-agent")

# A home router whose WAN address comes by DHCP: hosts and addresses have to be found.
CONFIG = """
/interface bridge
add name=bridge1
/interface bridge port
add bridge=bridge1 interface=ether2
add bridge=bridge1 interface=ether3
/ip address
add address=192.168.7.1/24 interface=bridge1
/ip dhcp-client
add interface=ether1
/ip firewall filter
add action=accept chain=forward connection-state=established,related
/ip firewall nat
add action=masquerade chain=srcnat out-interface=ether1
"""
FASTTRACK = CONFIG.replace("add action=accept chain=forward",
                           "add action=fasttrack-connection chain=forward connection-state=established,related\nadd action=accept chain=forward")


def job(config=CONFIG, **changes):
    traffic = {"tests": ["tcp_download", "voip"], "rtt_ms": 2}
    whole = {"version": 1, "board": "RBD52G-5HacD2HnD", "config": config, "traffic": traffic, "duration_s": 1, "warmup_s": 0.5, "seed": 1}
    return {**whole, **changes}


def rehearse(what, *, code=0):
    done = subprocess.run([PROGRAM, "--rehearse", "-"], input=json.dumps(what) if isinstance(what, dict) else what, capture_output=True, text=True, timeout=120)
    assert done.returncode == code, (done.returncode, done.stdout[-500:], done.stderr)
    return done.stdout


def result(output):
    return json.loads(output.splitlines()[-1])["result"]


class Rehearse(unittest.TestCase):
    def test_the_same_job_prints_the_same_and_another_seed_something_else(self):
        first = rehearse(job())
        self.assertEqual(rehearse(job()), first)
        self.assertNotEqual(result(rehearse(job(seed=2)))["series"], result(first)["series"])

    def test_the_result_says_what_was_measured_and_what_was_made_up(self):
        output = rehearse(job())
        self.assertTrue(all(0 < json.loads(line)["progress"] <= 1 for line in output.splitlines()[:-1]))
        r = result(output)
        self.assertGreater(r["throughput_bps"], r["goodput_bps"])
        self.assertGreater(r["goodput_bps"], 50e6)
        self.assertAlmostEqual(sum(r["paths"].values()), 1, places=3)
        self.assertGreater(r["paths"]["slow"], 0.9)
        self.assertEqual(len(r["cpu_percent"]), 4)
        self.assertGreaterEqual(r["rtt_ms"]["p50"], 2)
        self.assertEqual(r["rtt_cdf"][-1][1], 1)
        self.assertLessEqual(r["rtt_ms"]["mean"], r["rtt_ms"]["max"])
        self.assertEqual([second["backlog_bytes"] for second in r["series"]], [0])  # no queues
        self.assertIn("ether1", r["assumed"][0])
        kinds = {flow["kind"]: flow for flow in r["flows"]}
        self.assertEqual(set(kinds), {"tcp", "voip", "ping"})
        self.assertTrue(1 <= kinds["voip"]["mos"] <= 4.5)

    def test_fasttrack_takes_the_packets_and_leaves_the_processor_time(self):
        changes = {"traffic": {"tests": ["tcp_ndown=8"], "rate_bps": 200_000_000, "rtt_ms": 2}}
        slow, fast = result(rehearse(job(**changes))), result(rehearse(job(FASTTRACK, **changes)))
        self.assertGreater(fast["paths"]["fasttrack"], 0.9)
        self.assertLess(sum(fast["cpu_percent"]), 0.7 * sum(slow["cpu_percent"]))

    def test_parts_run_at_once_between_their_places(self):
        parts = [{"tests": ["tcp_ndown=2"], "rate_bps": 100_000_000}, {"tests": ["tcp_nup=2"], "rate_bps": 20_000_000},
                 {"tests": ["udp_nup"], "rate_bps": 5_000_000, "packet_size": 200}]
        r = result(rehearse(job(traffic={"parts": parts, "rtt_ms": 1.5}, duration_s=2, warmup_s=2)))
        self.assertEqual([flow["kind"] for flow in r["flows"]], ["tcp", "ping", "tcp", "udp"])
        for flow, rate in zip([r["flows"][0], r["flows"][2], r["flows"][3]], [100e6, 20e6, 5e6]):
            self.assertAlmostEqual(flow["wire_bps"] / rate, 1, delta=0.15)
        self.assertEqual(len(r["assumed"]), len(set(r["assumed"])))  # the line's address is made up once

    def test_a_board_can_be_given_whole_with_other_costs(self):
        with open(os.path.join(os.environ["PATHSCOPE_RESOURCES"], "boards", "RBD52G-5HacD2HnD.json")) as file:
            board = json.load(file)
        board["cost"] = dict(board["calibrations"][0]["cost"])
        board["cost"]["slow"] *= 4
        slower = result(rehearse(job(board=board, traffic={"tests": ["tcp_ndown=8"]})))
        asItIs = result(rehearse(job(traffic={"tests": ["tcp_ndown=8"]})))
        self.assertLess(slower["goodput_bps"], 0.5 * asItIs["goodput_bps"])

    def test_a_fault_is_named_with_its_place_and_the_remedy(self):
        for changes, words in [
            ({"traffic": {"parts": []}}, ["traffic.parts", "one to 8"]),
            ({"traffic": {"parts": [{"tests": ["ping"]}, {"tests": ["ping"], "rtt_ms": 3}]}}, ["traffic.parts[1]"]),
            ({"traffic": {"tests": ["tcp_sideways"]}}, ["tcp_sideways", "tcp_download"]),
            ({"traffic": {"tests": ["ping"], "from": "office"}}, ["office", "bridge1"]),
            ({"board": "RB9999"}, ["RB9999", "RB760iGS"]),
            ({"duration_s": 0}, ["duration_s"]),
            ({"wishes": 3}, ["wishes"]),
            ({"traffic": {"scenario": {"name": "x", "hosts": [], "flows": [{"kind": "sctp"}]}}}, ["flows[0].kind"]),
        ]:
            with self.subTest(words=words):
                lines = rehearse(job(**changes), code=2).splitlines()
                self.assertEqual(len(lines), 1)
                for word in words:
                    self.assertIn(word, json.loads(lines[0])["error"])
        self.assertIn("JSON", json.loads(rehearse("{", code=2))["error"])

    def test_it_ends_when_it_is_asked_to(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(job(duration_s=3600), file)
            file.flush()
            process = subprocess.Popen([PROGRAM, "--rehearse", file.name], stdout=subprocess.PIPE, text=True)
            json.loads(process.stdout.readline())  # it runs
            process.send_signal(signal.SIGTERM)
            rest = process.communicate(timeout=60)[0]
            self.assertEqual(process.returncode, 3)
            self.assertNotIn("result", rest)


if __name__ == "__main__":
    unittest.main()
