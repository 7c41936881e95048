"""Reads recorded API octets with librouteros and prints the best of three times in seconds, and the number of rows."""
import io
import sys
import time

from librouteros.protocol import ApiProtocol, parse_word


class Recorded:
    """Stands in for librouteros's socket."""

    def __init__(self, octets):
        self.read = io.BytesIO(octets).read


def parse(octets):
    protocol = ApiProtocol(transport=Recorded(octets), encoding="ASCII")
    rows = 0
    while True:
        reply, words = protocol.readSentence()
        if reply == "!done":
            return rows
        dict(parse_word(word) for word in words)
        rows += 1


with open(sys.argv[1], "rb") as file:
    recorded = file.read()
best, count = 1e9, 0
for _ in range(3):
    start = time.perf_counter()
    count = parse(recorded)
    best = min(best, time.perf_counter() - start)
print(best, count)
