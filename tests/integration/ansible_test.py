#!/usr/bin/env python3
"""Ansible's community.routeros as judge: api, api_info, and api_modify with absent entries removed on /ip firewall filter."""
import json
import os
import subprocess
import tempfile
import unittest

import librouteros

from agent_process import PASSWORD, agent

HERE = os.path.dirname(os.path.abspath(__file__))
# Numbers as numbers: that is how librouteros, which the modules use, reads them back.
RULES = [
    {"chain": "input", "action": "accept", "connection-state": "established,related", "comment": "known connections"},
    {"chain": "input", "action": "drop", "protocol": "tcp", "dst-port": 23, "comment": "no telnet"},
    {"chain": "forward", "action": "fasttrack-connection", "connection-state": "established,related"},
    {"chain": "forward", "action": "accept", "protocol": "udp", "dst-port": 53, "disabled": True, "comment": "by Ansible"},
]


class Ansible(unittest.TestCase):
    maxDiff = None

    def play(self, port):
        with tempfile.TemporaryDirectory() as home:
            result = subprocess.run(
                ["ansible-playbook", "-i", "localhost,", "-e", "ansible_python_interpreter=/usr/bin/python3",
                 "-e", json.dumps({"router_port": port, "router_password": PASSWORD, "rules": RULES}), os.path.join(HERE, "ansible", "filter.yml")],
                env={**os.environ, "HOME": home, "ANSIBLE_STDOUT_CALLBACK": "json", "ANSIBLE_LOCAL_TEMP": home, "ANSIBLE_NOCOLOR": "1", "LC_ALL": "C.UTF-8"},
                capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        tasks = json.loads(result.stdout)["plays"][0]["tasks"]
        return {task["task"]["name"]: task["hosts"]["localhost"] for task in tasks}

    def test_the_playbook_finds_a_router(self):
        with agent("--lab", "hap-ac2-gigabit") as (_, port):
            judge = librouteros.connect(host="127.0.0.1", port=port, username="admin", password=PASSWORD, timeout=15)
            rules = judge.path("ip", "firewall", "filter")
            before = [row[".id"] for row in rules if not row.get("dynamic")]
            seen = self.play(port)

            self.assertEqual([row["name"] for row in seen["interfaces"]["msg"]], [row["name"] for row in judge.path("interface")])
            self.assertEqual([row["interface"] for row in seen["address"]["msg"]], ["ether1"])
            self.assertIn("input does not match any value of interface", json.dumps(seen["refused"]))
            self.assertEqual([row[".id"] for row in seen["before"]["result"]], before)

            self.assertIs(seen["modified"]["changed"], True)
            self.assertIs(seen["modified again"]["changed"], False, seen["modified again"])
            self.assertIs(seen["reordered"]["changed"], True)
            now = [row for row in rules if not row.get("dynamic")]
            self.assertEqual([(row["chain"], row["action"], row.get("comment")) for row in now],
                             [(rule["chain"], rule["action"], rule.get("comment")) for rule in reversed(RULES)])
            self.assertEqual([row[".id"] for row in seen["after"]["result"]], [row[".id"] for row in now])
            self.assertIs(now[0]["disabled"], True)
            judge.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
