#!/usr/bin/env python3
"""Bad input at the agent's command line and API port: a clear message that names the thing, and no crash."""
import os
import re
import socket
import subprocess
import tempfile
import unittest

from agent_process import PASSWORD, agent

PROGRAM = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscope-agent")


def run(*arguments, **environment):
    env = {**os.environ, "PATHSCOPE_AGENT_PASSWORD": PASSWORD, **environment}
    return subprocess.run([PROGRAM, *arguments], env=env, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)


def word(text):
    data = text.encode()
    assert len(data) < 0x80
    return bytes([len(data)]) + data


def sentence(*words):
    return b"".join(word(w) for w in words) + b"\0"


class CommandLine(unittest.TestCase):
    def expect(self, result, *patterns):
        self.assertNotEqual(result.returncode, 0)
        self.assertGreaterEqual(result.returncode, 0, f"ended by signal: {result.stderr}")
        for pattern in patterns:
            self.assertRegex(result.stderr, pattern)

    def test_unknown_lab_lists_the_labs(self):
        self.expect(run("--lab", "nowhere"), "nowhere", "hap-ac2-gigabit")

    def test_unknown_board_lists_the_boards(self):
        self.expect(run("--board", "RB9999"), "RB9999", "RB760iGS")

    def test_faulty_config_names_file_line_and_column(self):
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as file:
            file.write("/ip address\nadd address=10.0.0.1/24 interface=nosuch\n")
            file.write('/ip firewall filter\nadd chain="forward\n')
            file.flush()
            # It starts all the same: the port that is not there is what ends it.
            self.expect(run("--board", "CHR", "--config", file.name, "--attach", "ether99=af_packet:lo"),
                        re.escape(file.name) + ":2", re.escape(file.name) + ":4", "ether99")

    def test_a_config_of_an_unknown_board_says_what_it_is_instead(self):
        with tempfile.NamedTemporaryFile("w", suffix=".rsc") as file:
            file.write("# 2024-10-25 06:08:35 by RouterOS 7.10.1\n# model = RB9999\n/system identity\nset name=x\n")
            file.flush()
            self.expect(run("--config", file.name, "--attach", "ether99=af_packet:lo"), "RB9999", "CHR", "--board MODEL")

    def test_a_config_that_cannot_be_read_is_named(self):
        self.expect(run("--config", "/nonexistent/x.rsc"), "/nonexistent/x.rsc")

    def test_nothing_to_be_says_the_choices(self):
        self.expect(run(), "--lab", "--board", "--config")

    def test_a_state_of_another_board_is_refused(self):
        with tempfile.TemporaryDirectory() as place:
            with agent("--board", "CHR", "--state", place):
                pass
            self.expect(run("--board", "RB760iGS", "--state", place), "config.state", "--board CHR")

    def test_port_in_use_says_which(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.expect(run("--lab", "hap-ac2-gigabit", "--api-port", str(port)), str(port), "in use")

    def test_doors_name_their_option_and_file(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            for option in ("--api-ssl-port", "--rest-port"):
                self.expect(run("--lab", "hap-ac2-gigabit", "--api-port", "0", option, port), port, option)
        self.expect(run("--board", "CHR", "--api-port", "0", "--api-ssl-port", "0", "--certificate", "/nowhere/c.pem", "--key", "/nowhere/k.pem"), "/nowhere/c.pem")
        self.expect(run("--board", "CHR", "--api-ssl-port", "0", "--certificate", "c.pem"), "--key")
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:
            file.write("this is no certificate")
            file.flush()
            self.expect(run("--board", "CHR", "--api-port", "0", "--rest-port", "0", "--certificate", file.name, "--key", file.name), "certificate")
            self.expect(run("--board", "CHR", "--api-port", "0", "--api-ssl-port", "0", "--certificate", file.name, "--key", file.name), "certificate")

    def test_no_password_is_refused(self):
        self.expect(run("--lab", "hap-ac2-gigabit", "--api-port", "0", PATHSCOPE_AGENT_PASSWORD=""), "password")

    def test_attach_to_a_missing_interface_names_it(self):
        self.expect(run("--board", "CHR", "--api-port", "0", "--attach", "ether1=af_packet:nosuchif"), "nosuchif")
        self.expect(run("--board", "CHR", "--api-port", "0", "--attach", "ether99=af_packet:lo"), "ether99")

    def test_af_packet_without_cap_net_raw_says_how_to_get_it(self):
        result = subprocess.run(
            ["setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw", "--reuid=65534", "--regid=65534", "--clear-groups",
             PROGRAM, "--board", "CHR", "--api-port", "0", "--attach", "ether1=af_packet:lo"],
            env={**os.environ, "PATHSCOPE_AGENT_PASSWORD": PASSWORD}, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL,
        ) if os.geteuid() == 0 else run("--board", "CHR", "--api-port", "0", "--attach", "ether1=af_packet:lo")
        self.expect(result, "CAP_NET_RAW|cap_net_raw")


class Wire(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.running = agent("--lab", "hap-ac2-gigabit")
        cls.process, cls.port = cls.running.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.running.__exit__(None, None, None)

    def talk(self, data, until=b""):
        """Sends data and returns what comes back until `until` is in it or the agent closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=15) as s:
            answer = b""
            try:
                s.sendall(data)
                while not until or until not in answer:
                    chunk = s.recv(65536)
                    if not chunk:
                        break
                    answer += chunk
            except (ConnectionResetError, BrokenPipeError):
                pass  # closed with our words unread: a refusal
            return answer

    login = sentence("/login", "=name=admin", "=password=" + PASSWORD)

    def still_alive(self):
        self.assertIn(b"=name=", self.talk(self.login + sentence("/system/identity/print"), b"=name="))
        self.assertIsNone(self.process.poll())

    def test_command_before_login_is_fatal(self):
        self.assertIn(b"not logged in", self.talk(sentence("/interface/print")))
        self.still_alive()

    def test_word_of_four_gigabytes_closes_the_connection(self):
        self.talk(b"\xf0\xff\xff\xff\xff")
        self.talk(self.login + b"\xf0\xff\xff\xff\xff")
        self.still_alive()

    def test_reserved_control_byte_closes_the_connection(self):
        self.talk(b"\xf8")
        self.still_alive()

    def test_half_a_sentence_then_nothing(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=15) as s:
            s.sendall(self.login[:-4])
        self.still_alive()

    def test_one_byte_at_a_time_is_understood(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=15) as s:
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in self.login:
                s.sendall(bytes([byte]))
            self.assertIn(b"!done", s.recv(4096))

    def test_unknown_words_and_menus_are_traps(self):
        answer = self.talk(self.login + sentence("/no/such/print") + sentence("/quit"), b"session terminated")
        self.assertIn(b"no such command", answer)
        answer = self.talk(self.login + sentence("/ip/firewall/filter/add", "=chain=forward", "=action=explode") + sentence("/quit"), b"session terminated")
        self.assertIn(b"!trap", answer)
        self.assertIn(b"=message=", answer)
        self.still_alive()

    def test_twenty_sessions_and_no_more(self):
        sockets = []
        try:
            for _ in range(20):
                s = socket.create_connection(("127.0.0.1", self.port), timeout=15)
                s.sendall(self.login)
                self.assertIn(b"!done", s.recv(4096))
                sockets.append(s)
            self.assertNotIn(b"!done", self.talk(self.login))
        finally:
            for s in sockets:
                s.close()
        for _ in range(50):
            if b"!done" in self.talk(self.login + sentence("/quit")):
                break
        else:
            self.fail("sessions are not given back")


if __name__ == "__main__":
    unittest.main(verbosity=2)
