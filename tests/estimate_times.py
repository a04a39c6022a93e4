#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long an estimate takes: processor seconds (user and system) of `warplens-cli why STAGE --size N`, for every variant of a product
of matrices that was recorded at that size.

    tests/estimate_times.py [--cli build/bin/warplens-cli] [--size 4096] [--gpu h200] [--runs 3] [PART ...]

PART: only stages with that in their name. The median of the runs counts; the runs go round all variants, so that one busy moment
does not meet all runs of one. Prints the table of docs/time.md, what it ran under, and how many variants take less than two seconds.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def variants(size, gpu, parts):
    """Stage and parameters, each once, in the order of the recording."""
    found = {}
    recording = json.loads((ROOT / f"resources/recordings/nvidia-{gpu}.json").read_text())
    for row in recording["results"]:
        edges = set(row["size"].values())
        if not row["stage"].startswith("matmul/") or edges != {size} or not row.get("kernel", True):
            continue
        if parts and not any(part in row["stage"] for part in parts):
            continue
        found[row["stage"], tuple(sorted(row.get("parameters", {}).items()))] = None
    return list(found)


def seconds(cli, stage, parameters, size, gpu):
    words = [cli, "why", stage, "--size", str(size), "--gpu", gpu]
    for name, value in parameters:
        words += ["-D", f"{name}={value}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as out:
        done = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None, done.stderr.strip()
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, ""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cli", default=str(ROOT / "build/bin/warplens-cli"))
    options.add_argument("--size", type=int, default=4096)
    options.add_argument("--gpu", default="h200")
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("parts", nargs="*")
    given = options.parse_args()
    if given.runs < 1:
        options.error("--runs: at least one")
    rows = {variant: [] for variant in variants(given.size, given.gpu, given.parts)}
    if not rows:
        options.error(f"nothing like that was recorded at {given.size} on {given.gpu}")
    loads = []
    for _ in range(given.runs):
        for variant in list(rows):
            took, why = seconds(given.cli, *variant, given.size, given.gpu)
            loads.append(os.getloadavg()[0])
            if took is None:
                print(f"left out: {variant[0]}: {why}", file=sys.stderr)
                del rows[variant]
                continue
            rows[variant].append(took)
    medians = {variant: statistics.median(times) for variant, times in rows.items()}
    print("| | processor seconds |\n| --- | --- |")
    for (stage, parameters), median in medians.items():
        text = " ".join(f"{name}={value}" for name, value in parameters)
        print(f"| `{stage}`{' ' + text if text else ''} | {median:.1f} |")
    below = [sum(1 for median in medians.values() if median < edge) for edge in (2, 3)]
    print(f"\n{len(medians)} variants, median of {given.runs}: {below[0]} take less than 2 s, {below[1] - below[0]} 2 to 3 s, "
          f"{len(medians) - below[1]} more; all {sum(medians.values()):.0f} s. "
          f"{os.cpu_count()} cores, load {min(loads):.1f} to {max(loads):.1f}")


if __name__ == "__main__":
    main()
