"""OpenSSH's client, as a user would run it: with a password, with a key, with and without a terminal."""
import contextlib
import os
import pty
import re
import select
import subprocess
import tempfile
import time

from agent_process import PASSWORD

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


class SshClient:
    """A home of its own: known hosts, a key, and a program that answers when ssh asks for the password."""

    def __init__(self, port, password=PASSWORD):
        self.port = port
        self.home = tempfile.TemporaryDirectory()
        self.key = os.path.join(self.home.name, "id_ed25519")
        askpass = os.path.join(self.home.name, "askpass")
        with open(askpass, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\nprintf '%s\\n' '{password}'\n")
        os.chmod(askpass, 0o700)
        self.environment = {**os.environ, "SSH_ASKPASS": askpass, "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0", "TERM": "xterm"}
        self.environment.pop("SSH_AUTH_SOCK", None)

    def close(self):
        self.home.cleanup()

    def make_key(self):
        """The public half, in one line."""
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)
        with open(self.key + ".pub", encoding="ascii") as file:
            return file.read().strip()

    def command(self, *arguments, user="admin", key=False):
        options = ["-F", "none", "-p", str(self.port), "-o", "StrictHostKeyChecking=accept-new", "-o", f"UserKnownHostsFile={self.home.name}/known_hosts",
                   "-o", "NumberOfPasswordPrompts=1", "-o", "ConnectTimeout=20", "-o", "LogLevel=ERROR"]
        options += ["-i", self.key, "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"] if key else ["-o", "PubkeyAuthentication=no"]
        return ["ssh", *options, "-l", user, "127.0.0.1", *arguments]

    def run(self, line, user="admin", key=False, given=None):
        """(status, output) of one command."""
        done = subprocess.run(self.command(line, user=user, key=key), env=self.environment, input=given, stdin=None if given else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        return done.returncode, done.stdout.replace("\r\n", "\n"), done.stderr

    def output(self, line, **how):
        status, out, error = self.run(line, **how)
        if status != 0:
            raise AssertionError(f"{line!r} ended with {status}: {out}{error}")
        return out

    @contextlib.contextmanager
    def terminal(self, user="admin"):
        """A person at a terminal of 80 columns."""
        session = Terminal(self.command("-tt", user=user), self.environment)
        try:
            yield session
        finally:
            session.close()


class Terminal:
    def __init__(self, command, environment):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        self.seen = b""

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def wait_for(self, text, timeout=30):
        """All that came up to and with the text, escape sequences left out."""
        end = time.monotonic() + timeout
        while True:
            plain = ESCAPES.sub(b"", self.seen).decode("utf-8", "replace")
            if text in plain:
                at = plain.index(text) + len(text)
                self.seen = plain[at:].encode()
                return plain[:at]
            left = end - time.monotonic()
            ready = select.select([self.fd], [], [], max(0, left))[0]
            try:
                octets = os.read(self.fd, 65536) if ready else b""
            except OSError:  # the other side closed the terminal
                octets = b""
            if not octets:
                raise AssertionError(f"{text!r} never came; seen: {plain!r}")
            self.seen += octets

    def ended(self, timeout=30):
        """Waits until ssh has ended."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            try:
                if select.select([self.fd], [], [], 0.2)[0] and not os.read(self.fd, 65536):
                    break
            except OSError:
                break
        return os.waitpid(self.pid, 0)[1]

    def vanish(self):
        """As if the network had gone: the client is killed without a word."""
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        self.pid = None

    def close(self):
        if self.pid:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(self.pid, 15)
                os.waitpid(self.pid, 0)
        os.close(self.fd)
