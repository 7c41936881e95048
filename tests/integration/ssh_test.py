#!/usr/bin/env python3
"""A stranger's client as judge: Debian's openssh-client takes the agent for a router. Values are compared with the API's."""
import json
import os
import re
import stat
import subprocess
import tempfile
import time
import unittest

import librouteros

from agent_process import PASSWORD, agent
from ssh_client import SshClient

PROMPT = "[admin@hap-ac2] > "


class SshTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.state = tempfile.TemporaryDirectory()
        cls.running = agent("--lab", "hap-ac2-gigabit", "--ssh-port", "0", "--state", cls.state.name)
        cls.process, cls.api_port = cls.running.__enter__()
        cls.ssh = SshClient(cls.process.ready["ssh_port"])
        cls.api = librouteros.connect(host="127.0.0.1", port=cls.api_port, username="admin", password=PASSWORD, timeout=15)

    @classmethod
    def tearDownClass(cls):
        cls.api.close()
        cls.ssh.close()
        cls.running.__exit__(None, None, None)
        cls.state.cleanup()

    def rules(self):
        return [row for row in self.api.path("ip", "firewall", "filter") if not row.get("dynamic")]

    def comments(self):
        return [row.get("comment", "") for row in self.rules()]

    def wait_until(self, condition, what, timeout=30):
        end = time.monotonic() + timeout
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.1)

    # --- one command ------------------------------------------------------------------------------------
    def test_interfaces_in_detail_are_those_of_the_api(self):
        out = self.ssh.output("/interface print detail")
        self.assertTrue(out.startswith("Flags: "), out)
        shown = {}
        for item in re.split(r"\n\s*\n", out.split("\n", 1)[1]):
            pairs = dict(re.findall(r'(\S+?)=("[^"]*"|\S+)', item))
            if pairs:
                shown[pairs["name"].strip('"')] = (pairs["type"].strip('"'), pairs.get("mac-address"))
        expected = {row["name"]: (row["type"], row.get("mac-address")) for row in self.api.path("interface")}
        self.assertEqual(shown, expected)

    def test_values_are_those_of_the_api(self):
        rows = list(self.api.path("ip", "address"))
        self.assertEqual(self.ssh.output(":put [/ip/address/get 0 address]").strip(), rows[0]["address"])
        self.assertEqual(int(self.ssh.output("/ip/address/print count-only")), len(rows))
        as_json = json.loads(self.ssh.output(":put [:serialize to=json [/ip/address/print as-value]]"))
        self.assertEqual([row["address"] for row in as_json], [row["address"] for row in rows])
        self.assertIn("board-name: ", self.ssh.output("/system/resource/print"))

    def test_a_rule_is_added_found_moved_changed_and_removed(self):
        before = self.comments()
        added = self.ssh.output(':put [/ip/firewall/filter/add chain=forward action=accept protocol=tcp dst-port=443 comment="by ssh"]').strip()
        self.assertRegex(added, r"^\*[0-9A-F]+$")
        self.assertEqual(self.rules()[-1]["comment"], "by ssh")
        self.ssh.output('/ip/firewall/filter/move [find comment="by ssh"] [:pick [find dynamic=no] 0]')
        self.assertEqual(self.comments(), ["by ssh", *before])
        self.ssh.output('/ip/firewall/filter/set [find comment="by ssh"] disabled=yes')
        self.assertIs(self.rules()[0]["disabled"], True)
        self.ssh.output('/ip/firewall/filter/remove [find comment="by ssh"]')
        self.assertEqual(self.comments(), before)

    def test_errors_have_the_known_words_and_a_status(self):
        for line, words in (("/ip/nonsense/print", "bad command name nonsense (line 1 column 5)"),
                            ("/interface/print foo=1", "expected end of command (line 1 column 18)"),
                            (":put (1 +", "syntax error (line 1 column"),
                            ("/interface/set nothing mtu=1400", "no such item"),
                            ("/ip/address/add address=192.0.2.9/24 interface=asdf", "input does not match any value of interface")):
            status, out, _ = self.ssh.run(line)
            self.assertEqual(status, 1, line)
            self.assertIn(words, out)

    def test_a_monitor_streams(self):
        out = self.ssh.output("/interface/monitor-traffic ether1 duration=3s")
        self.assertGreaterEqual(out.count("rx-bits-per-second:"), 3)
        rates = re.findall(r"rx-bits-per-second: ([\d.]+)Mbps", out)
        self.assertTrue(rates and max(map(float, rates)) > 50, out)

    def test_a_client_that_leaves_in_the_middle_of_a_stream_harms_nobody(self):
        client = subprocess.Popen(self.ssh.command("/interface/monitor-traffic ether1 interval=1s"), env=self.ssh.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        client.stdout.readline()
        client.kill()
        client.wait()
        client.stdout.close()
        self.wait_until(lambda: all(row["via"] != "ssh" for row in self.api.path("user", "active")), "the session is still there")
        self.assertIn("name=", self.ssh.output("/interface/print terse"))

    def test_an_export_of_any_length_arrives_whole(self):
        out = self.ssh.output("/export")
        self.assertRegex(out.splitlines()[0], r"^# .* by RouterOS ")
        self.assertIn("/ip firewall filter\nadd ", out)
        self.assertEqual(self.ssh.output("/export terse").count("add "), out.count("add "))

    def test_a_shell_without_a_terminal_runs_lines(self):
        done = subprocess.run(self.ssh.command("-T"), env=self.ssh.environment, input="/ip address\n:put [get 0 interface]\n:put done\n",
                              stdout=subprocess.PIPE, text=True, timeout=60, check=True)
        expected = next(iter(self.api.path("ip", "address")))["interface"]
        self.assertEqual(done.stdout.replace("\r\n", "\n"), f"{expected}\ndone\n")

    def test_several_channels_share_a_connection(self):
        control = os.path.join(self.ssh.home.name, "mux")
        master = subprocess.Popen(self.ssh.command("-M", "-N", "-S", control), env=self.ssh.environment, stdin=subprocess.DEVNULL)
        self.wait_until(lambda: os.path.exists(control), "no master connection")
        running = [subprocess.Popen(["ssh", "-F", "none", "-S", control, "127.0.0.1", f":delay 500ms; :put {n}"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) for n in range(4)]
        self.assertEqual([int(each.communicate(timeout=30)[0]) for each in running], [0, 1, 2, 3])
        master.terminate()
        master.wait()

    # --- login ------------------------------------------------------------------------------------------
    def test_a_wrong_password_is_refused_and_logged(self):
        stranger = SshClient(self.ssh.port, "wrong")
        status, out, error = stranger.run("/interface print")
        stranger.close()
        self.assertEqual((status, out), (255, ""))
        self.assertIn("Permission denied", error)
        self.assertIn("login failure for user admin from 127.0.0.1 via ssh", [row["message"] for row in self.api.path("log")])

    def test_a_key_opens_the_door_once_it_is_the_users(self):
        public = self.ssh.make_key()
        self.assertEqual(self.ssh.run(":put in", key=True)[0], 255)
        self.api.path("user", "ssh-keys").add(user="admin", key=public)
        self.assertEqual(self.ssh.output(":put in", key=True), "in\n")

    def test_the_host_key_is_kept_for_its_owner_only(self):
        file = os.path.join(self.state.name, "ssh_host_ed25519_key")
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
        self.ssh.output(":put 1")
        shown = subprocess.run(["ssh-keygen", "-l", "-f", f"{self.ssh.home.name}/known_hosts"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn(self.process.ready["ssh_fingerprint"], shown)

    # --- a person at a terminal -------------------------------------------------------------------------
    def test_prompt_menus_tab_and_help(self):
        with self.ssh.terminal() as person:
            self.assertIn("Pathscope", person.wait_for(PROMPT))
            person.type("/ip fire\t")
            person.wait_for("/ip firewall ")
            person.type("\r")
            person.wait_for("[admin@hap-ac2] /ip/firewall> ")
            person.type("filter\rprint terse without-paging\r")
            self.assertIn("chain=forward", person.wait_for("chain=forward"))
            person.type("/\r")
            person.wait_for(PROMPT)
            person.type("/interface?")
            person.wait_for("interface")
            person.type("\x03")
            person.wait_for(PROMPT)
            person.type("/quit\r")
            self.assertEqual(person.ended(), 0)

    def test_a_monitor_at_a_terminal_runs_until_q(self):
        with self.ssh.terminal() as person:
            person.wait_for(PROMPT)
            person.type("/interface monitor-traffic ether1\r")
            person.wait_for("-- [Q quit|D dump|C-z pause]")
            person.type("q")
            person.wait_for(PROMPT)

    def test_a_connection_that_breaks_in_safe_mode_undoes_what_was_changed(self):
        before = self.comments()
        with self.ssh.terminal() as person:
            person.wait_for(PROMPT)
            person.type("\x18")
            person.wait_for("[Safe Mode taken]")
            person.wait_for("[admin@hap-ac2] <SAFE> ")
            person.type('/ip firewall filter add chain=forward action=accept comment="not to stay"\r')
            person.wait_for("[admin@hap-ac2] <SAFE> ")
            self.wait_until(lambda: self.comments() == [*before, "not to stay"], "the rule never came")
            person.vanish()
        self.wait_until(lambda: self.comments() == before, "the rule is still there")

    def test_safe_mode_that_is_released_stays(self):
        before = self.comments()
        with self.ssh.terminal() as person:
            person.wait_for(PROMPT)
            person.type("\x18")
            person.wait_for("[admin@hap-ac2] <SAFE> ")
            person.type('/ip firewall filter add chain=forward action=accept comment="to stay"\r')
            person.wait_for("<SAFE> ")
            person.type("\x18")
            person.wait_for("[Safe Mode released]")
            person.type("/quit\r")
            person.ended()
        self.assertEqual(self.comments(), [*before, "to stay"])
        self.ssh.output('/ip/firewall/filter/remove [find comment="to stay"]')


if __name__ == "__main__":
    unittest.main(verbosity=2)
