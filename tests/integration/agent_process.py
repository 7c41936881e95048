"""Starts pathscope-agent for a test and stops it afterwards. Used by the tests of this folder."""
import contextlib
import json
import os
import subprocess
import unittest

PASSWORD = "a password with spaces"


def cannot_run(why):
    """Where everything must run (CI is set) that is a failure; at a developer's desk a skip with the reason."""
    if "CI" in os.environ:
        raise AssertionError(f"NOT PROVEN: {why}")
    raise unittest.SkipTest(f"NOT PROVEN: {why}")


@contextlib.contextmanager
def agent(*arguments):
    """Yields (process, API port) of a running agent; user admin, password PASSWORD. process.ready is its whole ready line."""
    program = os.path.join(os.environ["PATHSCOPE_BIN"], "pathscope-agent")
    process = subprocess.Popen(
        [program, "--api-port", "0", "--user", "admin", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PATHSCOPE_AGENT_PASSWORD": PASSWORD},
    )
    try:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(f"the agent ended with {process.wait()} before it was ready")
        ready = json.loads(line)
        if ready.get("ready") is not True:
            raise AssertionError(f"unexpected first line: {line!r}")
        process.ready = ready
        yield process, ready["api_port"]
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()
        process.stdin.close()
