#!/usr/bin/env python3
"""Strangers in JavaScript as judges: node-routeros, routeros-client and mikronode-ng (tests/integration/node, versions pinned in its
package-lock.json) log in, read, add, move, set, remove, stream and fail; what they saw is compared with what librouteros sees."""
import json
import os
import subprocess
import unittest

import librouteros

from agent_process import PASSWORD, agent

HERE = os.path.dirname(os.path.abspath(__file__))
NODE = os.path.join(HERE, "node")


def run(script, port, **environment):
    if not os.path.isdir(os.path.join(NODE, "node_modules")):
        raise AssertionError("tests/integration/node/node_modules is missing: run packaging/setup.sh test (npm ci)")
    result = subprocess.run(["node", "--no-deprecation", os.path.join(NODE, script)], capture_output=True, text=True, timeout=90, stdin=subprocess.DEVNULL,
                            env={**os.environ, "ROUTER_PORT": str(port), "ROUTER_PASSWORD": PASSWORD, **environment})
    if result.returncode != 0 or not result.stdout:
        raise AssertionError(f"{script} ended with {result.returncode}:\n{result.stdout}\n{result.stderr}")
    return json.loads(result.stdout)


class NodeClients(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        # These clients were written before !empty, and one of them before 6.43.
        cls.running = agent("--lab", "hap-ac2-gigabit", "--api-empty", "off", "--legacy-login", "--api-ssl-port", "0")
        cls.process, cls.port = cls.running.__enter__()
        cls.ssl_port = cls.process.ready["api_ssl_port"]
        cls.judge = librouteros.connect(host="127.0.0.1", port=cls.port, username="admin", password=PASSWORD, timeout=15)

    @classmethod
    def tearDownClass(cls):
        cls.judge.close()
        cls.running.__exit__(None, None, None)

    def ours(self, *path):
        """Rows by name or id, values as the wire has them, without counters."""
        rows = {}
        for row in self.judge.path(*path):
            rows[row.get("name", row[".id"])] = {key: self.wire(value) for key, value in row.items() if self.is_steady(key)}
        return rows

    @staticmethod
    def wire(value):
        return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)

    @staticmethod
    def is_steady(key):
        return not any(part in key for part in ("byte", "packet", "drop", "queue", "error", "link", "time", "speed"))

    def static_rules(self):
        return [row[".id"] for row in self.judge.path("ip", "firewall", "filter") if not row.get("dynamic")]

    def check_interfaces(self, seen):
        theirs = {row["name"]: {key: value for key, value in row.items() if self.is_steady(key)} for row in seen}
        self.assertEqual(theirs, self.ours("interface"))

    def check_edit(self, seen):
        self.assertEqual(seen["before"], self.static_rules())
        self.assertEqual(seen["moved"], [seen["id"], *seen["before"]])
        self.assertEqual(seen["after"], seen["before"])
        self.assertEqual({key: seen["added"][key] for key in (".id", "chain", "action", "protocol", "dst-port")},
                         {".id": seen["id"], "chain": "forward", "action": "accept", "protocol": "tcp", "dst-port": "443"})
        self.assertEqual(seen["changed"]["disabled"], "true")
        self.assertIn("input does not match any value of interface", seen["error"])

    def check_stream(self, seen):
        self.assertEqual([row["name"] for row in seen], ["ether1"] * 3)
        self.assertGreater(max(int(row["rx-bits-per-second"]) for row in seen), 50e6)

    def check_node_routeros(self, seen):
        self.assertIn("password is invalid", seen["refused"])  # its own words for a refused login
        self.check_interfaces(seen["interfaces"])
        self.assertEqual([row["name"] for row in seen["ethernet"]],
                         [row["name"] for row in self.judge.path("interface") if row["type"] in ("ether", "bridge")])
        self.check_edit(seen)
        self.check_stream(seen["stream"])
        self.assertEqual(seen["alive"], "hap-ac2")

    def test_node_routeros(self):
        self.check_node_routeros(run("node_routeros.js", self.port))

    def test_node_routeros_through_tls(self):
        self.check_node_routeros(run("node_routeros.js", self.ssl_port, ROUTER_TLS="1"))

    def test_routeros_client(self):
        seen = run("routeros_client.js", self.port)
        # It makes numbers and booleans of the values and camel case of the names.
        self.assertEqual({row["name"]: row["type"] for row in seen["interfaces"]}, {row["name"]: row["type"] for row in self.judge.path("interface")})
        self.assertEqual({row["name"]: row["running"] for row in seen["interfaces"]}, {row["name"]: row["running"] for row in self.judge.path("interface")})
        self.assertEqual([row["name"] for row in seen["ethernet"]],
                         [row["name"] for row in self.judge.path("interface") if row["type"] in ("ether", "bridge")])
        self.assertEqual(seen["before"], self.static_rules())
        self.assertEqual(seen["added"]["dstPort"], 443)
        self.assertEqual(seen["commented"], 1)
        self.assertEqual(seen["bare"], sum("comment" not in row for row in self.judge.path("ip", "firewall", "filter")))
        self.assertEqual(seen["moved"], [seen["added"]["id"], *seen["before"]])
        self.assertIs(seen["changed"]["disabled"], True)
        self.assertNotIn("comment", seen["unset"])
        self.assertEqual(seen["after"], seen["before"])
        self.assertIn("input does not match any value of interface", seen["error"])
        self.assertEqual([row["name"] for row in seen["stream"]], ["ether1"] * 3)
        self.assertGreater(max(row["rxBitsPerSecond"] for row in seen["stream"]), 50e6)

    def test_mikronode_ng(self):
        seen = run("mikronode_ng.js", self.port)
        self.check_interfaces(seen["interfaces"])
        self.check_edit(seen)
        self.check_stream(seen["stream"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
