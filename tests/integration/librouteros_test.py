#!/usr/bin/env python3
"""A stranger's client as judge: Debian's python3-librouteros takes the agent for a router."""
import ssl
import unittest

import librouteros
from librouteros.exceptions import TrapError
from librouteros.query import Key

from agent_process import PASSWORD, agent


class LibrouterosTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.running = agent("--lab", "hap-ac2-gigabit", "--api-ssl-port", "0")
        cls.process, cls.port = cls.running.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.running.__exit__(None, None, None)

    def connect(self, password=PASSWORD):
        return librouteros.connect(host="127.0.0.1", port=self.port, username="admin", password=password, timeout=15)

    def test_wrong_password_is_a_trap_with_the_known_text(self):
        with self.assertRaises(TrapError) as caught:
            self.connect("wrong")
        self.assertIn("invalid user name or password", str(caught.exception))

    def test_interfaces_are_listed_with_counters_as_numbers(self):
        api = self.connect()
        rows = {row["name"]: row for row in api.path("interface")}
        self.assertEqual(set(rows), {"ether1", "ether2", "ether3", "ether4", "ether5", "bridge"} | (set(rows) & {"lo"}))
        self.assertEqual(rows["ether1"]["type"], "ether")
        self.assertIsInstance(rows["ether1"]["rx-byte"], int)
        self.assertIs(rows["ether1"]["running"], True)
        api.close()

    def test_a_filter_rule_is_added_found_moved_changed_and_removed(self):
        api = self.connect()
        rules = api.path("ip", "firewall", "filter")
        before = [row[".id"] for row in rules if not row.get("dynamic")]
        new = rules.add(chain="forward", action="accept", comment="added by librouteros", protocol="tcp", **{"dst-port": "443"})
        found = list(rules.select(Key(".id"), Key("comment"), Key("dst-port")).where(Key("comment") == "added by librouteros"))
        self.assertEqual(found, [{".id": new, "comment": "added by librouteros", "dst-port": 443}])
        tuple(rules("move", numbers=new, destination=before[0]))
        order = [row[".id"] for row in rules if not row.get("dynamic")]
        self.assertEqual(order, [new, *before])
        rules.update(**{".id": new, "disabled": "yes"})
        self.assertIs(next(row for row in rules if row[".id"] == new)["disabled"], True)
        rules.remove(new)
        self.assertEqual([row[".id"] for row in rules if not row.get("dynamic")], before)
        api.close()

    def test_wrong_values_are_refused_with_reason_and_change_nothing(self):
        api = self.connect()
        addresses = api.path("ip", "address")
        before = list(addresses)
        with self.assertRaises(TrapError) as caught:
            addresses.add(address="192.168.5.1/24", interface="asdf")
        self.assertIn("input does not match any value of interface", str(caught.exception))
        with self.assertRaises(TrapError) as caught:
            tuple(api.path("ip", "nonsense"))
        self.assertIn("no such command", str(caught.exception))
        self.assertEqual(list(addresses), before)
        api.close()

    def test_monitor_traffic_streams_until_cancelled(self):
        api = self.connect()
        # librouteros gathers a whole answer before it yields, so its protocol layer reads the stream row by row.
        api.protocol.writeSentence("/interface/monitor-traffic", "=interface=ether1", "=interval=1s")
        rows = []
        while len(rows) < 4:
            word, row = api.readSentence()
            self.assertEqual(word, "!re")
            rows.append(row)
        self.assertEqual([row["name"] for row in rows], ["ether1"] * 4)
        self.assertGreater(max(row["rx-bits-per-second"] for row in rows), 50e6)
        for field in ("rx-packets-per-second", "fp-rx-bits-per-second", "fp-tx-packets-per-second", "tx-bits-per-second"):
            self.assertIsInstance(rows[0][field], int)
        api.protocol.writeSentence("/cancel")
        words = []
        while words.count("!done") < 2:
            word, row = api.readSentence()
            words.append(word)
            if word == "!trap":
                self.assertEqual(row["message"], "interrupted")
        self.assertIn("!trap", words)
        self.assertEqual(next(iter(api.path("system", "identity")))["name"], "hap-ac2")
        api.close()

    def test_a_client_that_leaves_in_the_middle_of_a_stream_harms_nobody(self):
        api = self.connect()
        api.protocol.writeSentence("/interface/monitor-traffic", "=interface=ether1", "=interval=1s")
        api.readSentence()
        api.close()
        self.connect().close()

    def test_queries_are_evaluated_as_a_stack(self):
        api = self.connect()
        names = lambda *words: [row["name"] for row in api.rawCmd("/interface/print", "=.proplist=name", *words)]
        everything = names()
        ether = names("?type=ether")
        self.assertEqual(names("?type=ether", "?type=bridge", "?#|"), [name for name in everything if name in ether or name == "bridge"])
        self.assertEqual(names("?type=ether", "?#!"), [name for name in everything if name not in ether])
        self.assertEqual(names("?type=ether", "?name=ether1", "?#!&"), [name for name in ether if name != "ether1"])
        self.assertEqual(names("?=name=ether1"), ["ether1"])
        self.assertEqual(names("?>rx-byte=0", "?name=ether1"), ["ether1"])
        self.assertEqual(names("?no-such-property"), [])
        self.assertEqual(names("?-no-such-property"), everything)
        self.assertEqual(list(api("/interface/print", **{"count-only": ""})), [{"ret": len(everything)}])
        found = list(api.path("interface").select(Key("name")).where(Key("name").In("ether1", "ether3")))
        self.assertEqual([row["name"] for row in found], ["ether1", "ether3"])
        with self.assertRaises(TrapError):
            names("?#x")
        api.close()

    def test_a_whole_session_through_tls(self):
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        api = librouteros.connect(host="127.0.0.1", port=self.process.ready["api_ssl_port"], username="admin", password=PASSWORD, timeout=15,
                                  ssl_wrapper=context.wrap_socket)
        self.assertIn("api-ssl", [row["via"] for row in api.path("user", "active")])
        plain = self.connect()
        self.assertEqual([row["name"] for row in api.path("interface")], [row["name"] for row in plain.path("interface")])
        rules = api.path("ip", "firewall", "filter")
        before = [row[".id"] for row in rules if not row.get("dynamic")]
        new = rules.add(chain="forward", action="accept", comment="through TLS " + "x" * 256)
        tuple(rules("move", numbers=new, destination=before[0]))
        self.assertEqual([row[".id"] for row in plain.path("ip", "firewall", "filter") if not row.get("dynamic")], [new, *before])
        rules.remove(new)
        rows = list(api("/interface/monitor-traffic", interface="ether1", interval="1s", duration="2s"))
        self.assertGreaterEqual(len(rows), 2)
        with self.assertRaises(TrapError):
            api.path("ip", "address").add(address="192.168.5.1/24", interface="asdf")
        plain.close()
        api.close()

    def test_paths_are_the_ground_truth_and_grow(self):
        api = self.connect()
        slow = lambda: next(row for row in api("/pathscope/paths/print") if row["name"] == "slow")["bytes"]
        first = slow()
        tuple(api("/interface/monitor-traffic", interface="ether1", interval="1s", duration="2s"))
        self.assertGreater(slow(), first)
        api.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
