#!/usr/bin/env python3
"""REST over HTTPS with nothing but Python's own HTTP client and curl's conventions; values compared with what librouteros sees."""
import base64
import hashlib
import http.client
import json
import os
import ssl
import stat
import subprocess
import tempfile
import unittest

import librouteros

from agent_process import PASSWORD, agent


class Rest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.running = agent("--lab", "hap-ac2-gigabit", "--rest-port", "0")
        cls.process, cls.port = cls.running.__enter__()
        cls.judge = librouteros.connect(host="127.0.0.1", port=cls.port, username="admin", password=PASSWORD, timeout=15)

    @classmethod
    def tearDownClass(cls):
        cls.judge.close()
        cls.running.__exit__(None, None, None)

    def ask(self, method, path, body=None, password=PASSWORD):
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", self.process.ready["rest_port"], timeout=30, context=context)
        headers = {"Authorization": "Basic " + base64.b64encode(f"admin:{password}".encode()).decode()}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, "/rest" + path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if text else None

    def test_the_certificate_is_the_one_announced(self):
        pem = ssl.get_server_certificate(("127.0.0.1", self.process.ready["rest_port"]))
        digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
        self.assertEqual(":".join(digest[i:i + 2] for i in range(0, 64, 2)), self.process.ready["tls_fingerprint"])

    def test_wrong_password_is_401(self):
        status, body = self.ask("GET", "/interface", password="wrong")
        self.assertEqual((status, body["error"], body["message"]), (401, 401, "Unauthorized"))

    def test_interfaces_are_those_of_the_api(self):
        status, rows = self.ask("GET", "/interface")
        self.assertEqual(status, 200)
        self.assertEqual({row["name"]: row["type"] for row in rows}, {row["name"]: row["type"] for row in self.judge.path("interface")})
        self.assertTrue(all(isinstance(value, str) for row in rows for value in row.values()))
        status, row = self.ask("GET", "/interface/ether1?.proplist=name,running")
        self.assertEqual(row, {"name": "ether1", "running": "true"})

    def test_a_filter_rule_is_made_moved_changed_and_removed(self):
        order = lambda: [row[".id"] for row in self.judge.path("ip", "firewall", "filter") if not row.get("dynamic")]
        before = order()
        status, rule = self.ask("PUT", "/ip/firewall/filter", {"chain": "forward", "action": "accept", "protocol": "tcp", "dst-port": "443", "comment": "by REST"})
        self.assertEqual(status, 201)
        self.assertEqual((rule["dst-port"], rule["comment"]), ("443", "by REST"))
        self.assertEqual(self.ask("POST", "/ip/firewall/filter/move", {"numbers": rule[".id"], "destination": before[0]}), (200, []))
        self.assertEqual(order(), [rule[".id"], *before])
        status, changed = self.ask("PATCH", "/ip/firewall/filter/" + rule[".id"], {"disabled": True, "comment": None})
        self.assertEqual((status, changed["disabled"], "comment" in changed), (200, "true", False))
        self.assertEqual(self.ask("DELETE", "/ip/firewall/filter/" + rule[".id"]), (204, None))
        status, body = self.ask("DELETE", "/ip/firewall/filter/" + rule[".id"])
        self.assertEqual((status, body["message"]), (404, "Not Found"))
        self.assertEqual(order(), before)

    def test_queries_and_commands_that_go_on(self):
        status, rows = self.ask("POST", "/interface/print", {".proplist": ["name"], ".query": ["type=ether", "type=bridge", "#|"]})
        self.assertEqual([row["name"] for row in rows], [row["name"] for row in self.judge.path("interface") if row["type"] in ("ether", "bridge")])
        status, rows = self.ask("POST", "/interface/monitor-traffic", {"interface": "ether1", "interval": "1s", "duration": "3s"})
        self.assertEqual(status, 200)
        self.assertGreaterEqual(len(rows), 2)
        self.assertGreater(max(int(row["rx-bits-per-second"]) for row in rows), 50e6)

    def test_errors(self):
        status, body = self.ask("PUT", "/ip/address", {"address": "10.9.9.1/24", "interface": "asdf"})
        self.assertEqual((status, body["detail"]), (400, "input does not match any value of interface"))
        status, body = self.ask("GET", "/ip/nonsense")
        self.assertIn(status, (404, 406))


class Certificate(unittest.TestCase):
    def fingerprint(self, *arguments):
        with agent("--lab", "hap-ac2-gigabit", "--api-ssl-port", "0", *arguments) as (process, _):
            return process.ready["tls_fingerprint"]

    def test_it_is_kept_in_the_state_directory_and_only_there(self):
        with tempfile.TemporaryDirectory() as state:
            first = self.fingerprint("--state", state)
            self.assertEqual(self.fingerprint("--state", state), first)
            self.assertEqual(stat.S_IMODE(os.stat(os.path.join(state, "tls-key.pem")).st_mode), 0o600)
        self.assertNotEqual(self.fingerprint(), self.fingerprint())

    def test_a_given_one_is_used(self):
        with tempfile.TemporaryDirectory() as folder:
            certificate, key = os.path.join(folder, "c.pem"), os.path.join(folder, "k.pem")
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=given", "-days", "2", "-keyout", key, "-out", certificate],
                           check=True, capture_output=True)
            with open(certificate, encoding="ascii") as file:
                digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read())).hexdigest().upper()
            with agent("--lab", "hap-ac2-gigabit", "--api-ssl-port", "0", "--rest-port", "0", "--certificate", certificate, "--key", key) as (process, _):
                for port in ("api_ssl_port", "rest_port"):
                    pem = ssl.get_server_certificate(("127.0.0.1", process.ready[port]))
                    self.assertEqual(hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper(), digest)

    def test_without_one_openssl_comes_in_only_anonymously(self):
        with agent("--lab", "hap-ac2-gigabit", "--api-ssl-port", "0", "--api-ssl-anonymous") as (process, _):
            to = ["openssl", "s_client", "-connect", f"127.0.0.1:{process.ready['api_ssl_port']}", "-tls1_2", "-cipher"]
            anonymous = subprocess.run([*to, "ADH:@SECLEVEL=0"], capture_output=True, text=True, timeout=20, input="")
            self.assertIn("Cipher is ADH-", anonymous.stdout)
            usual = subprocess.run([*to, "ECDHE"], capture_output=True, text=True, timeout=20, input="")
            self.assertNotEqual(usual.returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
