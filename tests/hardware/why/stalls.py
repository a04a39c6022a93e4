#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts what ncu has counted of warps that wait into a recording.

    tests/hardware/why/stalls.py RECORDING.json FOLDER --date 2026-11-24 --commit ABC1234 --toolkit 13.0

FOLDER is where tests/hardware/why/measure.sh has left stalls.csv and gpu.csv. Launches that the recording has already are
replaced. All metrics keep ncu's names."""
import argparse
import csv
import json
import os
import re
import sys

KEPT = re.compile(r"smsp__average_warps_issue_stalled_\w+_per_issue_active\.ratio|smsp__(issue|cycles)_active\.avg|"
                  r"sm__cycles_elapsed\.max|(gpu__time_duration|smsp__inst_executed|l1tex__\w+|lts__\w+|dram__\w+)\.sum")
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6}
BYTES = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}
SIZE_OF_PATTERNS = 1 << 24


def launch_of(label):
    """"matmul/07-tiled TILE=8 1024": stage, parameters, edge."""
    stage, *words = label.split()
    size = int(words.pop()) if words and words[-1].isdigit() else SIZE_OF_PATTERNS
    return stage, {name: int(value) for name, value in (word.split("=") for word in words)}, size


def rows_of(folder):
    labels, table = [], []
    with open(os.path.join(folder, "stalls.csv"), encoding="utf-8") as file:
        for line in file:
            if line.startswith('"'):
                table.append(line)
            elif ";" in line:
                labels.append(line.rsplit(";", 1)[0])
    names, units, *launches = csv.reader(table)
    if len(labels) != len(launches):
        sys.exit(f"{folder}: {len(labels)} launches are named, and {len(launches)} are counted")
    for label, values in zip(labels, launches):
        metrics = {}
        for name, unit, value in zip(names, units, values):
            if KEPT.fullmatch(name):
                metrics[name] = float(value.replace(",", "")) * {**NANOSECONDS, **BYTES}.get(unit, 1)
        stage, parameters, size = launch_of(label)
        yield {"stage": stage, "parameters": parameters, "size": {"M": size, "N": size, "K": size}, "metrics": metrics}


def plain(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def joined(before, now, sign):
    """What an earlier run said, and this one: "2026-11-24/2026-11-25"."""
    return now if not before else before if before.split(sign)[-1] == now else before.split(sign)[0] + sign + now if sign == "/" \
        else before + sign + now


def text(value):
    """A row in a line, as the recordings that ship have them."""
    if isinstance(value, list):
        return "[\n" + ",\n".join("  " + plain(row) for row in value) + "\n ]"
    if isinstance(value, dict) and "launches" in value:
        return "{" + ",".join(f"{json.dumps(name)}:{text(part)}" for name, part in value.items()) + "}"
    return plain(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording")
    parser.add_argument("folder")
    for name in ("date", "commit", "toolkit"):
        parser.add_argument("--" + name, required=True)
    given = parser.parse_args()
    with open(given.recording, encoding="utf-8") as file:
        recording = json.load(file)
    with open(os.path.join(given.folder, "gpu.csv"), encoding="utf-8") as file:
        gpu, driver = [cell.strip() for cell in file.read().splitlines()[1].split(",")[:2]]
    if gpu != recording["provenance"]["gpu"]:
        sys.exit(f"{given.folder} is of {gpu}, and {given.recording} of {recording['provenance']['gpu']}")
    rows = list(rows_of(given.folder))
    key = lambda row: json.dumps([row["stage"], row["parameters"], row["size"]], sort_keys=True)
    new = {key(row) for row in rows}
    stalls = recording.get("stalls", {"launches": []})
    kept = [row for row in stalls["launches"] if key(row) not in new]
    before = stalls.get("provenance", {}) if kept else {}
    recording["stalls"] = {
        "provenance": {"gpu": gpu, "compute_capability": recording["provenance"]["compute_capability"],
                       "driver": driver, "cuda_runtime": given.toolkit, "date": joined(before.get("date"), given.date, "/"),
                       "commit": joined(before.get("commit"), given.commit, ", "),
                       "quoted": False, "source": "ncu, tests/hardware/why/measure.sh"},
        "launches": kept + rows}
    with open(given.recording, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(f" {json.dumps(name)}: {text(value)}" for name, value in recording.items()) +
                   "\n}\n")
    print(f"{given.recording}: {len(rows)} launches of {gpu}")


if __name__ == "__main__":
    main()
