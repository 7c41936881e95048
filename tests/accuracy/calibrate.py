#!/usr/bin/python3
"""Works the costs of the boards out of published figures, and writes them into resources/boards.

    tests/accuracy/calibrate.py            changes the files; tests/accuracy/accuracy_test.py checks that they are what this makes

A row of kpps on a board with N cores means N / kpps of core time for a packet, unless a link bounds the row. Rows of 1518-octet frames are not used
here: they are kept to be predicted. User measurements and the articles' tables are never used.

What the vendor's tables do not separate is split by assumption, the same for every board:
  - 25 simple queues (connection tracking off): 60 % the slow path itself, 15 % looking the 25 queues up, 25 % queueing.
  - 25 filter rules: the slow path itself as above; of the rest 65 % connection tracking, 35 % the rules.
  - FastTrack: 30 % of the slow path with connection tracking. A new connection: 1.5 times that more. A VLAN interface: 20 % of fast path.
What a board's table lacks is taken from the RB4011's, the one that is whole, in proportion to the rows with 25 filter rules.
"""
import json
import os
import statistics

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
BOARDS = os.path.join(ROOT, "resources/boards")

QUEUES_SLOW, QUEUES_LOOKUP, QUEUES_QUEUEING = 0.60, 0.15, 0.25
TRACKING_OF_REST = 0.65
FASTTRACK_OF_TRACKED, NEW_OF_TRACKED, VLAN_OF_FAST = 0.30, 1.5, 0.20
# What the times may be wrong by, by what they come from: what rows of one table differ by among themselves, what RouterOS versions moved one row
# (265 against 385 Mb/s on the same hardware, 1.45), and what boards of one architecture differ by at the same clock.
RANGE = {"vendor-table": (0.85, 1.2), "one-row": (0.69, 1.45), "relative": (0.56, 1.9)}

HARDWARE = {  # of boards that have no file yet: from the vendor's product matrix, as resources/devices has it
    "RB4011iGS+": ("RB4011iGS+", "arm", "ARMv7", 4, 1400, 1024, [("switch1", "RTL8367", 2.5e9), ("switch2", "RTL8367", 2.5e9)],
                   [(f"ether{i}", 1e9, "switch1" if i < 6 else "switch2") for i in range(1, 11)] + [("sfp-sfpplus1", 1e10, None)]),
    "RB1100AHx4": ("RB1100AHx4", "arm", "ARMv7", 4, 1400, 1024, [(f"switch{c}", "RTL8367", 2.5e9) for c in (1, 2, 3)],
                   [(f"ether{i}", 1e9, "switch1" if i < 6 else "switch2" if i < 11 else "switch3") for i in range(1, 14)]),
    "RB3011UiAS": ("RB3011UiAS", "arm", "ARMv7", 2, 1400, 1024, [("switch1", "QCA8337", 2e9), ("switch2", "QCA8337", 2e9)],
                   [(f"ether{i}", 1e9, "switch1" if i < 6 else "switch2") for i in range(1, 11)] + [("sfp1", 1e9, None)]),
    "RB750Gr3": ("hEX", "mmips", "MIPS 1004Kc V2.15", 2, 880, 256, [("switch1", "MediaTek-MT7621", 2e9)], [(f"ether{i}", 1e9, "switch1") for i in range(1, 6)]),
    "E50UG": ("hEX refresh", "arm", "ARMv7", 2, 950, 512, [("switch1", "EN7523", 0)], [("ether1", 1e9, None)] + [(f"ether{i}", 1e9, "switch1") for i in range(2, 6)]),
    "C52iG-5HaxD2HaxD": ("hAP ax^2", "arm64", "ARM64", 4, 864, 1024, [("switch1", "IPQ-PPE", 0)], [(f"ether{i}", 1e9, "switch1") for i in range(1, 6)]),
    "C53UiG+5HPaxD2HPaxD": ("hAP ax^3", "arm64", "ARM64", 4, 1800, 1024, [("switch1", "IPQ-PPE", 0)], [("ether1", 2.5e9, "switch1")] + [(f"ether{i}", 1e9, "switch1") for i in range(2, 6)]),
    "CCR2004-16G-2S+": ("CCR2004-16G-2S+", "arm64", "ARM64", 4, 1700, 4096, [("switch1", "88E6191X", 1e10), ("switch2", "88E6191X", 1e10)],
                        [(f"ether{i}", 1e9, "switch1" if i < 9 else "switch2") for i in range(1, 17)] + [("sfp-sfpplus1", 1e10, None), ("sfp-sfpplus2", 1e10, None)]),
}
NO_OFFLOAD = {"IPQ-PPE"}

# Board: calibrations in order; each (name, basis, model whose rows are used, factor, rows that gave something else, such as the rate of a link, or None).
CALIBRATIONS = {
    "RB4011iGS+": [("vendor table", "vendor-table", "RB4011iGS+", 1, None)],
    "RB1100AHx4": [("vendor table", "vendor-table", "RB1100AHx4", 1, None)],
    "RB3011UiAS": [("vendor table", "vendor-table", "RB3011UiAS", 1, None)],
    "RB5009UG+S+": [("vendor table", "vendor-table", "RB5009UG+S+", 1, ["rb5009-routing-1518"])],
    "RB750Gr3": [("vendor's 25 rules", "one-row", "RB750Gr3", 1, None)],
    "RB760iGS": [("vendor's 25 rules of the hEX, the same hardware, RouterOS 7", "one-row", "RB750Gr3", 1, None), ("vendor's 25 rules, RouterOS 6", "one-row", "RB760iGS", 1, None)],
    "E50UG": [("vendor's 25 rules", "one-row", "E50UG", 1, None)],
    "C52iG-5HaxD2HaxD": [("vendor's 25 rules", "one-row", "C52iG-5HaxD2HaxD", 1, None)],
    "C53UiG+5HPaxD2HPaxD": [("vendor's 25 rules", "one-row", "C53UiG+5HPaxD2HPaxD", 1, None)],
    "CCR2004-16G-2S+": [("vendor's 25 rules", "one-row", "CCR2004-16G-2S+", 1, None)],
    "CCR2004-1G-12S+2XS": [("vendor's 25 rules of the CCR2004-16G-2S+, the same processor", "one-row", "CCR2004-16G-2S+", 1, None)],
    "RBD52G-5HacD2HnD": [("the RB3011's, by clock: 32-bit ARM of the same maker", "relative", "RB3011UiAS", 1400 / 716, None)],
    "CCR2116-12G-4S+": [("the CCR2004-16G-2S+'s, by clock: the same core", "relative", "CCR2004-16G-2S+", 1700 / 2000, None)],
}


def load(name):
    with open(os.path.join(ROOT, "resources/published", name), encoding="utf-8") as file:
        return json.load(file)["rows"]


VENDOR = load("vendor_rows.json")


def packets(row):
    return row["kpps"] * 1000 if "kpps" in row else row["mbps"] * 1e6 / 8 / row["octets"]


def usable(row):
    return row["octets"] < 1518 and "limit" not in row and "skip" not in row


def core_ns(model, cores, mode, used):
    """Median over the usable rows of a mode; None without one. Fast path of 512 octets only where there is none of 64: links begin to tell."""
    rows = [r for r in VENDOR if r["model"] == model and r["mode"] == mode and usable(r)]
    if mode in ("bridging", "routing") and any(r["octets"] == 64 for r in rows):
        rows = [r for r in rows if r["octets"] == 64]
    used.extend(r["id"] for r in rows)
    return statistics.median(cores * 1e9 / packets(r) for r in rows) if rows else None


def cores_of(model):
    if model in HARDWARE:
        return HARDWARE[model][3]
    with open(os.path.join(BOARDS, model + ".json"), encoding="utf-8") as file:
        return json.load(file)["cores"]


def table(model, used):
    return {mode: core_ns(model, cores_of(model), mode, used) for mode in ("bridging", "bridging-25-rules", "routing", "routing-25-queues", "routing-25-rules")}


WHOLE = table("RB4011iGS+", [])


def fitted(model, factor):
    used = []
    own = table(model, used)
    scale = own["routing-25-rules"] / WHOLE["routing-25-rules"]
    ns = {mode: (own[mode] or WHOLE[mode] * scale) * factor for mode in WHOLE}
    slow = QUEUES_SLOW * ns["routing-25-queues"]
    rest = ns["routing-25-rules"] - slow
    rule = (1 - TRACKING_OF_REST) * rest / 25
    tracking = TRACKING_OF_REST * rest
    cost = {"bridge": ns["bridging"], "fastPath": ns["routing"], "fastTrack": max(ns["routing"], FASTTRACK_OF_TRACKED * (slow + tracking)), "slow": slow, "tracking": tracking,
            "slowBridge": max(ns["bridging"], ns["bridging-25-rules"] - 25 * rule), "connectionNew": NEW_OF_TRACKED * (slow + tracking), "rule": rule,
            "vlan": VLAN_OF_FAST * ns["routing"], "simpleQueue": QUEUES_LOOKUP * ns["routing-25-queues"] / 25, "queueing": QUEUES_QUEUEING * ns["routing-25-queues"]}
    return {name: round(value, 1) for name, value in cost.items()}, sorted(set(used))


def skeleton(model):
    name, architecture, cpu, cores, mhz, ram, chips, ports = HARDWARE[model]
    chip_lines = []
    for chip, kind, link in chips:
        entry = {"name": chip, "type": kind}
        if kind in NO_OFFLOAD:
            entry["bridge"] = False
        elif kind.startswith("88E"):
            entry.update({"vlanFiltering": True, "igmpSnooping": True, "dhcpSnooping": True, "bonding": True, "mstp": True})
        elif kind in ("RTL8367", "MediaTek-MT7621", "EN7523"):
            entry.update({"vlanFiltering": True, "mstp": True})
        if link:
            entry["cpuLinkBps"] = int(link)
        chip_lines.append(entry)
    return {"boardName": name, "model": model, "architecture": architecture, "cpu": cpu, "cores": cores, "mhz": mhz, "ramMb": ram, "chips": chip_lines,
            "ports": [{"name": port, "speedBps": int(speed), **({"chip": chip} if chip else {})} for port, speed, chip in ports]}


LINKS = {"RB5009UG+S+": 2e10}  # by its row of 1518 octets: 1613 kpps are 19.8 Gb/s on the wire


def board(model):
    path = os.path.join(BOARDS, model + ".json")
    if model in HARDWARE:
        out, receive = skeleton(model), {"receiveCores": HARDWARE[model][3], "receiveRing": 256}
    else:
        with open(path, encoding="utf-8") as file:
            out = json.load(file)
        old = out.pop("cost", None) or out["calibrations"][0]["cost"]
        receive = {"receiveCores": old["receiveCores"], "receiveRing": old["receiveRing"]}
    for chip in out["chips"] if model in LINKS else []:
        chip["cpuLinkBps"] = int(LINKS[model])
    out["calibrations"] = []
    for name, basis, source, factor, beside in CALIBRATIONS[model]:
        cost, used = fitted(source, factor)
        used += beside or []
        low, high = RANGE[basis]
        words = {"vendor-table": "The vendor's test results of this board", "one-row": "One published figure of the vendor: " + name, "relative": "No figure of this board is published; " + name}[basis]
        out["calibrations"].append({"name": name, "basis": basis, "fittedOn": used,
                                    "cost": {**cost, **receive, "low": low, "high": high, "source": words + "; split by the assumptions of docs/accuracy.md."}})
    return out


def text(model):
    """One line for each chip and port."""
    out = board(model)
    lines = json.dumps(out, indent=2, ensure_ascii=False)
    for entry in out["chips"] + out["ports"]:
        spread = json.dumps(entry, indent=2, ensure_ascii=False).replace("\n", "\n    ")
        lines = lines.replace("    " + spread, "    " + json.dumps(entry, ensure_ascii=False).replace("{", "{ ").replace("}", " }"), 1)
    for calibration in out["calibrations"]:
        spread = json.dumps(calibration["fittedOn"], indent=2, ensure_ascii=False).replace("\n", "\n      ")
        lines = lines.replace(spread, json.dumps(calibration["fittedOn"], ensure_ascii=False), 1)
    return lines + "\n"


def main():
    for model in CALIBRATIONS:
        made = text(model)
        with open(os.path.join(BOARDS, model + ".json"), "w", encoding="utf-8") as file:
            file.write(made)
        cost = json.loads(made)["calibrations"][0]["cost"]
        print("%-22s fast path %6.0f  FastTrack %6.0f  slow %6.0f + tracking %6.0f + rule %5.0f  queueing %6.0f ns" %
              (model, cost["fastPath"], cost["fastTrack"], cost["slow"], cost["tracking"], cost["rule"], cost["queueing"]))


if __name__ == "__main__":
    main()
