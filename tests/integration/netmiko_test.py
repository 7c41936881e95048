#!/usr/bin/env python3
"""A stranger's client as judge: Debian's python3-netmiko drives the console as it drives MikroTik's."""
import re
import unittest

import librouteros
from netmiko import ConnectHandler

from agent_process import PASSWORD, agent


class NetmikoTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.running = agent("--lab", "hap-ac2-gigabit", "--ssh-port", "0")
        cls.process, api_port = cls.running.__enter__()
        cls.router = ConnectHandler(device_type="mikrotik_routeros", host="127.0.0.1", port=cls.process.ready["ssh_port"], username="admin", password=PASSWORD, timeout=30)
        cls.api = librouteros.connect(host="127.0.0.1", port=api_port, username="admin", password=PASSWORD, timeout=15)

    @classmethod
    def tearDownClass(cls):
        cls.router.disconnect()
        cls.api.close()
        cls.running.__exit__(None, None, None)

    def rules(self):
        return [row for row in self.api.path("ip", "firewall", "filter") if not row.get("dynamic")]

    def test_the_prompt_is_found(self):
        self.assertEqual(self.router.find_prompt(), "[admin@hap-ac2] >")

    def test_prints_are_read_whole(self):
        out = self.router.send_command("/ip address print")
        for row in self.api.path("ip", "address"):
            self.assertRegex(out, re.escape(row["address"]) + r"\s+" + re.escape(row["network"]) + r"\s+" + re.escape(row["interface"]))
        self.assertNotIn("[admin@", out)
        detail = self.router.send_command("/interface print detail without-paging")
        self.assertEqual(set(re.findall(r'[ \n]name="([^"]+)"', detail)), {row["name"] for row in self.api.path("interface")})

    def test_the_export_is_read_whole(self):
        out = self.router.send_command("/export terse")
        self.assertRegex(out.lstrip(), r"^# .* by RouterOS ")
        self.assertEqual(len(re.findall(r"^/ip firewall filter add ", out, re.M)), len(self.rules()))

    def test_a_rule_is_added_moved_changed_and_removed(self):
        before = [row[".id"] for row in self.rules()]
        self.router.send_command('/ip firewall filter add chain=forward action=accept comment="by netmiko"')
        self.assertEqual(self.rules()[-1]["comment"], "by netmiko")
        self.router.send_command('/ip firewall filter move [find comment="by netmiko"] [:pick [/ip firewall filter find dynamic=no] 0]')
        self.assertEqual(self.rules()[0]["comment"], "by netmiko")
        self.router.send_command('/ip firewall filter set [find comment="by netmiko"] disabled=yes')
        self.assertIs(self.rules()[0]["disabled"], True)
        self.router.send_command('/ip firewall filter remove [find comment="by netmiko"]')
        self.assertEqual([row[".id"] for row in self.rules()], before)

    def test_a_monitor_gives_its_rates(self):
        out = self.router.send_command("/interface monitor-traffic ether1 once")
        self.assertRegex(out, r"rx-bits-per-second: [\d.]+[kMG]?bps")

    def test_errors_are_text(self):
        self.assertIn("bad command name nonsense (line 1 column 5)", self.router.send_command("/ip nonsense print"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
