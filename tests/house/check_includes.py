#!/usr/bin/env python3
"""Reads every #include of the tree and holds it against the layer map of cmake/Layers.cmake.

Usage: check_includes.py SOURCE_DIR
Prints each include that goes the wrong way, as file:line, and exits 1 if there is one.
"""
import pathlib
import re
import sys

ROOTS = ("core", "agent", "ui", "app")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
ENTRY = re.compile(r'^\s*"([a-z0-9_/]+):\s*([^"]*)"', re.M)


def read_map(text):
    """{room: [allowed room or prefix/*]} from the text of Layers.cmake."""
    return {room: allowed.split() for room, allowed in ENTRY.findall(text)}


def room_of(path, rooms):
    """The deepest room of the map that holds this path, or None."""
    parts = path.split("/")
    for n in range(len(parts) - 1, 0, -1):
        candidate = "/".join(parts[:n])
        if candidate in rooms:
            return candidate
    return None


def allowed(room, target, layers):
    return room == target or any(
        target.startswith(pattern[:-1]) if pattern.endswith("/*") else target == pattern for pattern in layers[room]
    )


def check_file(name, text, layers):
    """Complaints about one file, as strings."""
    room = room_of(name, layers)
    if room is None:
        return [f"{name}: lies in no room of the layer map"]
    out = []
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        header = match.group(1)
        if header.endswith(".moc"):
            continue
        if header.split("/")[0] not in ROOTS:
            out.append(f'{name}:{number}: "{header}" is not written from the top of the tree')
            continue
        target = room_of(header, layers)
        if target is None:
            out.append(f'{name}:{number}: "{header}" lies in no room')
        elif not allowed(room, target, layers):
            out.append(f'{name}:{number}: {room} may not include {target} ("{header}")')
    return out


def main():
    source = pathlib.Path(sys.argv[1])
    layers = read_map((source / "cmake/Layers.cmake").read_text())
    if len(layers) < 10:
        sys.exit("cmake/Layers.cmake could not be read: fewer than ten rooms found")
    complaints, files = [], 0
    for root in ROOTS:
        for path in sorted((source / root).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                files += 1
                complaints += check_file(path.relative_to(source).as_posix(), path.read_text(), layers)
    print("\n".join(complaints))
    print(f"{files} files, {len(complaints)} includes against the map")
    sys.exit(1 if complaints or files == 0 else 0)


if __name__ == "__main__":
    main()
