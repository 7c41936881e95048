#!/usr/bin/python3
"""The only command of the test's sshd: answers as a recorded router would. Usage: sshd_replay.py TABLE.json RECORDING.yaml

The command asked for is in SSH_ORIGINAL_COMMAND. TABLE.json gives answers by command; "@recorded NAME" is what the recording has for NAME; "@stall" never
answers; "@flood" answers without end. A command that is in neither is refused as RouterOS refuses."""
import json
import os
import re
import sys
import time


def recorded(path, name):
    """The output of one command in a simulation of oxidized: block scalars under quoted keys."""
    lines, taking = [], False
    for line in open(path, encoding="utf-8"):
        key = re.match(r'^  "(.*)\\n": \|-$', line)
        if key:
            taking = key.group(1) == name
        elif taking:
            lines.append(line[4:].replace("\\x20", " ").rstrip("\n"))
    return "\r\n".join(lines) + "\r\n"


def main():
    table = json.load(open(sys.argv[1], encoding="utf-8"))
    answer = table.get(os.environ.get("SSH_ORIGINAL_COMMAND", ""), "bad command name (line 1 column 1)\r\n")
    if answer.startswith("@recorded "):
        answer = recorded(sys.argv[2], answer[len("@recorded "):])
    elif answer == "@stall":
        time.sleep(60)
    while answer == "@flood":
        sys.stdout.write("x" * 65536)
    sys.stdout.write(answer)


main()
