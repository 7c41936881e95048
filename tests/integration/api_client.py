"""The RouterOS API as bytes, for tests that stand between two programs or look at a router from the side."""
import socket


def word_length(data, at):
    """Length of the word that begins at `at` and where its octets begin; None when more is needed."""
    if at >= len(data):
        return None
    first = data[at]
    extra = 0 if first < 0x80 else 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if at + extra >= len(data) and extra:
        return None
    value = first & (0xFF >> (extra + 1 if extra < 4 else 8)) if extra else first
    for octet in data[at + 1:at + 1 + extra]:
        value = value << 8 | octet
    return value, at + 1 + extra


def sentences(data):
    """(whole sentences as (words, raw octets), what is left over)"""
    out, begin, at, words = [], 0, 0, []
    while True:
        found = word_length(data, at)
        if found is None or found[1] + found[0] > len(data):
            return out, data[begin:]
        length, start = found
        at = start + length
        if length:
            words.append(data[start:at].decode("latin-1"))
            continue
        out.append((words, data[begin:at]))
        begin, words = at, []


def encode(*words):
    out = b""
    for word in words:
        octets = word.encode("latin-1")
        assert len(octets) < 0x4000
        out += bytes([len(octets)]) if len(octets) < 0x80 else bytes([len(octets) >> 8 | 0x80, len(octets) & 0xFF])
        out += octets
    return out + b"\0"


class Api:
    """One logged-in conversation; commands one after the other."""

    def __init__(self, port, user, password):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.left = b""
        self.ask("/login", "=name=" + user, "=password=" + password)

    def ask(self, *words):
        """(rows, attributes of !done); a trap is an error."""
        self.socket.sendall(encode(*words))
        rows, trap = [], None
        while True:
            found, self.left = sentences(self.left)
            for words, _ in found:
                row = dict(word[1:].split("=", 1) for word in words[1:] if word.startswith("="))
                if words[0] == "!re":
                    rows.append(row)
                elif words[0] == "!trap":
                    trap = row.get("message", "?")
                elif words[0] == "!done":
                    if trap is not None:
                        raise RuntimeError(trap)
                    return rows, row
            received = self.socket.recv(1 << 16)
            if not received:
                raise ConnectionError("the router hung up")
            self.left += received

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
