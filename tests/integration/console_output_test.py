#!/usr/bin/env python3
"""The console's output looks as real routers' does: the same readers take the recordings (and give what their .yml says) and the
agent's output of the same command (and give what the API says). Tables and records are read by python3-textfsm."""
import glob
import os
import re
import unittest

import librouteros
import textfsm
import yaml

from agent_process import PASSWORD, agent, cannot_run
from ssh_client import SshClient

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.environ["PATHSCOPE_FIXTURES"]


def by_template(name, text):
    with open(os.path.join(HERE, "templates", name + ".textfsm"), encoding="ascii") as file:
        machine = textfsm.TextFSM(file)
    return [dict(zip(machine.header, row)) for row in machine.ParseText(text.replace("\r\n", "\n"))]


def record(text):
    return {row["name"].replace("-", "_"): row["value"] for row in by_template("record", text)}


def items(text):
    """Items of print detail and print terse: {"#", "flags", "comment", property: value}."""
    found = []
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.startswith("Flags:") or re.match(r"\d\d:\d\d:\d\d echo:", line):
            continue
        start = re.match(r"^\s?(\d+)(?: (.*?))?\s*(?=(;;;|[a-z0-9-]+=))", line)
        if start:
            found.append({"#": start.group(1), "flags": (start.group(2) or "").replace(" ", ""), "text": ""})
            line = line[start.end():]
        if found:
            found[-1]["text"] += "\n" + line.strip()
    for item in found:
        text = item.pop("text").strip()
        if text.startswith(";;; "):
            comment, _, text = text[4:].partition("\n")
            item["comment"] = comment.strip()
        for name, quoted, bare in re.findall(r'(?:^|\s)([a-z][a-z0-9-]*)=(?:"((?:[^"\\]|\\.)*)"|(.*?))(?=\s+[a-z][a-z0-9-]*=|\s*$)', text.replace("\n", " ")):
            item[name] = quoted or bare.strip()
    return found


class ConsoleOutputTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.running = agent("--lab", "hap-ac2-gigabit", "--ssh-port", "0")
        cls.process, port = cls.running.__enter__()
        cls.ssh = SshClient(cls.process.ready["ssh_port"])
        cls.api = librouteros.connect(host="127.0.0.1", port=port, username="admin", password=PASSWORD, timeout=15)

    @classmethod
    def tearDownClass(cls):
        cls.api.close()
        cls.ssh.close()
        cls.running.__exit__(None, None, None)

    def recordings(self, folder):
        """(name, text, expected rows) of every recording of a command; there must be some."""
        names = sorted(glob.glob(os.path.join(FIXTURES, "ntc-templates", folder, "*.raw")))
        if not names:
            cannot_run(f"no recordings in {FIXTURES}/ntc-templates/{folder}")
        for name in names:
            with open(name, encoding="utf-8") as raw, open(name[:-4] + ".yml", encoding="utf-8") as expected:
                yield os.path.basename(name), raw.read(), yaml.safe_load(expected)["parsed_sample"]

    def test_ip_address_print(self):
        for name, text, expected in self.recordings("ip_address_print"):
            with self.subTest(name):
                self.assertEqual(by_template("ip_address_print", text), expected)
        ours = by_template("ip_address_print", self.ssh.output("/ip address print"))
        rows = list(self.api.path("ip", "address"))
        self.assertEqual([f'{row["ip"]}/{row["subnet"]} {row["network"]} {row["interface"]} {row["comment"]}' for row in ours],
                         [f'{row["address"]} {row["network"]} {row["interface"]} {row.get("comment", "")}' for row in rows])

    def test_ip_arp_print(self):
        for name, text, expected in self.recordings("ip_arp_print"):
            with self.subTest(name):
                self.assertEqual(by_template("ip_arp_print", text), expected)
        ours = by_template("ip_arp_print", self.ssh.output("/ip arp print"))
        known = {(row["address"], row.get("mac-address", ""), row["interface"]) for row in self.api.path("ip", "arp")}
        self.assertTrue(ours)
        self.assertLessEqual({(row["ip_address"], row["mac_address"], row["interface"]) for row in ours}, known)

    def test_system_resource_print(self):
        for name, text, expected in self.recordings("system_resource_print"):
            with self.subTest(name):
                got = record(text)
                self.assertEqual({key: got.get(key, "") for key in expected[0] if not key.startswith("uptime_")}, {key: value for key, value in expected[0].items() if not key.startswith("uptime_")})
        ours = record(self.ssh.output("/system resource print"))
        row = next(iter(self.api.path("system", "resource")))
        for key in ("board-name", "architecture-name", "version", "platform"):
            self.assertEqual(ours[key.replace("-", "_")], str(row[key]))
        self.assertRegex(ours["total_memory"], r"^\d+\.\d[KM]iB$")
        self.assertRegex(ours["cpu_load"], r"^\d+%$")
        self.assertRegex(ours["uptime"], r"^(\d+[wdhms])+$")

    def test_system_clock_print(self):
        for name, text, expected in self.recordings("system_clock_print"):
            with self.subTest(name):
                self.assertEqual(record(text), expected[0])
        ours = record(self.ssh.output("/system clock print"))
        self.assertRegex(ours["time"], r"^\d\d:\d\d:\d\d$")
        self.assertRegex(ours["date"], r"^\d{4}-\d\d-\d\d$")

    def test_interface_ethernet_monitor(self):
        for name, text, expected in self.recordings("interface_ethernet_monitor_name_once"):
            with self.subTest(name):
                got = record(text)
                wanted = {key: value for key, value in expected[0].items() if key != "eeprom"}
                self.assertEqual({key: got.get(key, "") for key in wanted if isinstance(wanted[key], str)}, {key: value for key, value in wanted.items() if isinstance(value, str)})
        ours = record(self.ssh.output("/interface ethernet monitor ether1 once"))
        self.assertEqual((ours["name"], ours["status"], ours["rate"], ours["full_duplex"]), ("ether1", "link-ok", "1Gbps", "yes"))

    def test_interface_print_detail(self):
        for name, text, expected in self.recordings("interface_print_detail"):
            with self.subTest(name):
                names = [row["name"] for row in expected]
                got = [item for item in items(text) if item["name"] in names]  # one sample's rows leave an item of its recording out
                for key in ("name", "default-name", "type", "mtu", "actual-mtu", "l2mtu", "mac-address", "link-downs"):
                    self.assertEqual([item.get(key, "") for item in got], [row[key.replace("-", "_")] for row in expected])
                self.assertEqual([item["#"] for item in got], [row["id"] for row in expected])
                self.assertEqual(["".join(sorted(item["flags"])) for item in got], ["".join(sorted(row["dynamic"] + row["status"] + row["slave"])) for row in expected])
        ours = items(self.ssh.output("/interface print detail"))
        rows = list(self.api.path("interface"))
        for key in ("name", "type", "mtu", "actual-mtu", "mac-address", "default-name"):
            self.assertEqual([item.get(key, "") for item in ours], [str(row.get(key, "")) for row in rows])
        self.assertEqual(["R" in item["flags"] for item in ours], [row["running"] for row in rows])

    def test_firewall_filter_print(self):
        keys = ("chain", "action", "connection-state", "protocol", "dst-port", "comment")
        for name, text, expected in self.recordings("ip_firewall_filter_print_all_without-paging"):
            with self.subTest(name):
                got = items(text)
                self.assertEqual([item["#"] for item in got], [row["index"] for row in expected])
                for key in keys:
                    self.assertEqual([item.get(key, "") for item in got], [row[key.replace("-", "_")] for row in expected])
        ours = items(self.ssh.output("/ip firewall filter print without-paging"))
        rows = list(self.api.path("ip", "firewall", "filter"))
        for key in keys:
            self.assertEqual([item.get(key, "") for item in ours], [str(row.get(key, "")) for row in rows])

    def test_route_print_terse(self):
        for name, text, expected in self.recordings("ip_route_print_terse_without-paging"):
            with self.subTest(name):
                got = items(text)
                self.assertEqual([item["dst-address"] for item in got], [f'{row["destination_address"]}/{row["destination_address_subnet"]}' for row in expected])
                for key in ("gateway", "gateway-status", "distance", "scope", "comment"):
                    self.assertEqual([item.get(key, "") for item in got], [row[key.replace("-", "_")] for row in expected])
        ours = items(self.ssh.output("/ip route print terse without-paging"))
        rows = list(self.api.path("ip", "route"))
        self.assertEqual([(item["dst-address"], item.get("gateway", "")) for item in ours], [(row["dst-address"], str(row.get("gateway", ""))) for row in rows])

    def test_connections_print_terse(self):
        for name, text, expected in self.recordings("ip_firewall_connection_print_terse_without-paging"):
            with self.subTest(name):
                got = items(text)
                self.assertEqual([item["src-address"] for item in got], [row["source_address"] for row in expected])
                self.assertEqual([item["orig-bytes"] for item in got], [row["origin_bytes"] for row in expected])
        ours = items(self.ssh.output("/ip firewall connection print terse without-paging"))
        self.assertTrue(ours)
        for item in ours:
            self.assertRegex(item["orig-bytes"], r"^\d{1,3}( \d{3})*$")

    def test_users_and_sessions(self):
        active = self.ssh.output("/user active print")
        self.assertRegex(active, r"Columns: WHEN, NAME, ADDRESS, VIA\n# +WHEN +NAME +ADDRESS +VIA\n")
        self.assertRegex(active, r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +admin +127\.0\.0\.1 +ssh")


if __name__ == "__main__":
    unittest.main(verbosity=2)
