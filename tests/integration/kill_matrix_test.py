#!/usr/bin/env python3
"""Whatever breaks while a change is applied, and at whichever of its writes, the router ends with the old configuration or the new one, and
with nothing of ours left on it. Between pathscopectl and an agent stands a proxy that strikes at the n-th write, before it is forwarded or
after it was answered. Prints the matrix.
"""
import concurrent.futures
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from api_client import Api, sentences

BIN = os.environ["PATHSCOPE_BIN"]
PASSWORD = "matrix"
CONFIRM = 6
WRITE = re.compile(r"/(add|set|remove|move|enable|disable|unset|take|release|unroll)$")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Agent:
    """An agent whose port and configuration outlive it."""

    def __init__(self, state):
        self.state, self.port = state, free_port()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [os.path.join(BIN, "pathscope-agent"), "--lab", "hap-ac2-gigabit", "--no-traffic", "--api-port", str(self.port), "--user", "admin", "--state", self.state],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "PATHSCOPE_AGENT_PASSWORD": PASSWORD},
            preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        if json.loads(self.process.stdout.readline() or "{}").get("ready") is not True:
            raise AssertionError("the agent did not start")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stdin.close()

    def restart(self):
        self.kill()
        self.start()

    def api(self):
        return Api(self.port, "admin", PASSWORD)


class Proxy:
    """Forwards connections; calls strike(self) at the n-th write, once. strike says what becomes of that write: "forward" or "drop"."""

    def __init__(self, port, at, after, strike):
        self.port, self.at, self.after, self.strike = port, at, after, strike
        self.writes, self.open, self.closed = 0, [], False
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.closed:
                client.close()
                continue
            try:
                router = socket.create_connection(("127.0.0.1", self.port), timeout=5)
            except OSError:
                client.close()
                continue
            router.settimeout(None)
            with self.lock:
                self.open += [client, router]
            struck = threading.Event()
            threading.Thread(target=self.upwards, args=(client, router, struck), daemon=True).start()
            threading.Thread(target=self.downwards, args=(router, client, struck), daemon=True).start()

    def is_the_one(self, words):
        if not words or not WRITE.search(words[0]):
            return False
        with self.lock:
            self.writes += 1
            return self.writes == self.at

    def upwards(self, client, router, struck):
        left = b""
        try:
            while data := client.recv(1 << 16):
                found, left = sentences(left + data)
                for words, raw in found:
                    if not self.is_the_one(words):
                        router.sendall(raw)
                    elif self.after:
                        struck.set()
                        router.sendall(raw)
                    elif self.strike(self) == "forward":
                        router.sendall(raw)
        except OSError:
            pass
        self.end(client, router)

    def downwards(self, router, client, struck):
        try:
            while data := router.recv(1 << 16):
                if struck.is_set():  # the write was answered: now
                    struck.clear()
                    if self.strike(self) == "drop":
                        continue
                client.sendall(data)
        except OSError:
            pass
        self.end(client, router)

    @staticmethod
    def end(*sockets):
        for each in sockets:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.closed = True
        with self.lock:
            self.end(*self.open)

    def close(self):
        self.cut()
        self.end(self.listener)
        self.listener.close()


def plan_for(rule):
    request = lambda menu, verb, **arguments: {"menu": menu, "verb": verb, "arguments": [[name, value] for name, value in arguments.items()]}
    step = lambda line, command, back, inverse: {"why": "", "command_line": line, "command": command, "inverse_line": back, "inverse": inverse, "inverse_also": [], "needs": [], "risks": []}
    rule_id = {".id": rule[".id"]}
    keep = {name: rule[name] for name in ("chain", "action", "connection-state", "comment") if rule.get(name)}
    steps = [
        step("/queue type add", request("/queue/type", "add", name="matrix-fq", kind="fq-codel"), "/queue type remove matrix-fq", request("/queue/type", "remove", **{".id": ""})),
        step("/ip settings set rp-filter=loose", request("/ip/settings", "set", **{"rp-filter": "loose"}), "/ip settings set rp-filter=no", request("/ip/settings", "set", **{"rp-filter": "no"})),
        step("/ip firewall filter remove", request("/ip/firewall/filter", "remove", **rule_id), "/ip firewall filter add",
             request("/ip/firewall/filter", "add", **keep, **({"place-before": rule[".nextid"]} if rule.get(".nextid") else {}))),
    ]
    return {"format": 1, "id": "matrix", "title": "Matrix", "expectation": "", "obstacle": "", "fulfilled": False,
            "origin": {"name": "", "board": "", "version": "", "live": False, "config_hash": ""}, "steps": steps, "alternatives": [], "notes": [], "paths": [],
            "throughput_now_bps": None, "throughput_then_bps": None}


def export(api):
    """The configuration but for the date, and for what the other administrator does."""
    _, done = api.ask("/export")
    lines = [line for line in done["ret"].splitlines() if not line.startswith("#") and "other admin" not in line]
    return "\n".join(line for line in lines if not line.startswith("/"))


def leftovers(api):
    rows = [row for menu in ("/system/scheduler", "/system/script") for row in api.ask(menu + "/print")[0]]
    _, safe = api.ask("/safe-mode/get", "=value-name=enabled")
    return [row.get("name", "?") for row in rows] + (["safe mode"] if safe.get("ret") == "true" else [])


class Run:
    def __init__(self, fault, at, after, safe_mode):
        self.fault, self.at, self.after, self.safe_mode = fault, at, after, safe_mode

    def strike(self, proxy):
        if self.fault == "client killed":
            self.client.kill()
            return "drop"
        if self.fault == "network cut":
            proxy.cut()
            threading.Timer(2, lambda: setattr(proxy, "closed", False)).start()
            return "drop"
        if self.fault == "agent restarted":
            self.agent.restart()
            return "drop"
        if self.fault == "our disk full":
            resource.prlimit(self.client.pid, resource.RLIMIT_FSIZE, (0, 0))
        elif self.fault == "router disk full":
            resource.prlimit(self.agent.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        elif self.fault == "rights taken":
            with self.agent.api() as api:
                api.ask("/user/set", "=numbers=ops", "=group=read")
        elif self.fault == "other admin":
            with self.agent.api() as api:
                api.ask("/ip/firewall/filter/add", "=chain=forward", "=action=passthrough", "=comment=other admin")
                api.ask("/queue/type/add", "=name=other admin", "=kind=fq-codel")
        return "forward"

    def __call__(self):
        self.folder = tempfile.mkdtemp()
        self.agent = Agent(os.path.join(self.folder, "state"))
        proxy = None
        try:
            with self.agent.api() as api:
                api.ask("/user/add", "=name=ops", "=password=" + PASSWORD, "=group=full")
                rules, _ = api.ask("/ip/firewall/filter/print")
                self.old = export(api)
            rule = next(row for row in rules if row.get("dynamic") != "true")
            file = os.path.join(self.folder, "plan.json")
            with open(file, "w", encoding="utf-8") as out:
                json.dump(plan_for(rule), out)
            time.sleep(1.2)  # the agent writes its configuration once a second; what it was before is to be on its disk
            proxy = Proxy(self.agent.port, self.at, self.after, self.strike)
            mode = [] if self.safe_mode else ["--no-safe-mode"]
            self.client = subprocess.Popen(
                [os.path.join(BIN, "pathscopectl"), "apply", file, "127.0.0.1", "--via", "api", "--port", str(proxy.address), "--user", "ops", "--yes", "--keep", "--json",
                 "--confirm", str(CONFIRM), *mode],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env={**os.environ, "PATHSCOPE_PASSWORD": PASSWORD, "XDG_CONFIG_HOME": self.folder, "XDG_DATA_HOME": self.folder},
                preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
            told, errors = self.client.communicate(timeout=120)
            self.code, self.errors, self.writes = self.client.returncode, errors, proxy.writes
            self.said = json.loads(told.splitlines()[-1])["outcome"] if told.strip() else "nothing"
            return self.judge()
        finally:
            if proxy:
                proxy.close()
            self.agent.kill()
            shutil.rmtree(self.folder, ignore_errors=True)

    def judge(self):
        """(end state, what is wrong with it or None)"""
        until = time.monotonic() + CONFIRM + 25
        while True:
            with self.agent.api() as api:
                left, now = leftovers(api), export(api)
            state = "old" if now == self.old else "new" if NEW and now == NEW[0] else "mixture"
            if (not left and state != "mixture") or time.monotonic() > until:
                break
            time.sleep(0.5)
        wrong = f"left over: {left}" if left else "a mixture:\n" + now if state == "mixture" and NEW else None
        claimed = {"kept": "new", "rolled-back": "old", "refused": "old"}.get(self.said)
        if not wrong and claimed and claimed != state and NEW:
            wrong = f"pathscopectl said {self.said}, the router is {state}: {self.errors}"
        self.end = now
        return state, wrong


NEW = []


def main():
    clean = Run("none", 0, False, True)
    _, wrong = clean()
    if clean.code != 0 or wrong or clean.end == clean.old:
        sys.exit(f"the change cannot be applied even when nothing breaks: {clean.code} {clean.said} {wrong} {clean.errors}")
    NEW.append(clean.end)
    plain = Run("none", 0, False, False)
    state, wrong = plain()
    if state != "new" or wrong:
        sys.exit(f"without safe mode: {plain.code} {state} {wrong} {plain.errors}")
    faults = ["client killed", "network cut", "agent restarted", "our disk full", "router disk full", "rights taken", "other admin"]
    runs = [Run(fault, at, after, safe) for safe, most in ((True, clean.writes), (False, plain.writes)) for fault in faults for at in range(1, most + 1) for after in (False, True)]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("PATHSCOPE_MATRIX_JOBS", "6"))) as pool:
        results = list(pool.map(lambda run: run(), runs))
    bad = 0
    for safe, most in ((True, clean.writes), (False, plain.writes)):
        print(f"\n{'safe mode and scheduler' if safe else 'scheduler alone'}; write 1 to {most}, struck before it was sent and after it was answered\n")
        for fault in faults:
            cells = [(run, result) for run, result in zip(runs, results) if run.safe_mode == safe and run.fault == fault]
            print(f"  {fault:18}" + "".join((" " if not run.after else "") + {"old": "o", "new": "n"}.get(result[0], "?") if not result[1] else " X" for run, result in cells))
            for run, (state, wrong) in cells:
                if wrong:
                    bad += 1
                    print(f"    write {run.at} {'after' if run.after else 'before'}: {state}; {wrong}")
    print(f"\n{len(runs) - bad} of {len(runs)} ended as before (o) or with the change (n), without leftovers")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
