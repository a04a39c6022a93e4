#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Verifies every stage in every variant at awkward sizes on this machine's GPU.

    tests/hardware/verify_stages.py FOLDER [ID...]      in the repository's root, after the build

Builds nothing: it runs $WARPLENS_CLI (build/bin/warplens-cli), with warplens-gpu beside it. FOLDER/verified.jsonl gets
one line for each launch; a summary is printed. A launch that takes too long costs only itself. Exit code 1 where a
result is wrong, or where a stage never ran."""
import collections
import json
import os
import subprocess
import sys

SIZES = ["1,1,1", "2,3,5", "31,33,17", "101,67,83", "127,129,63", "509,487,501",  # tiny, primes, next to tiles
         "1,1031,7", "1031,1,7", "7,5,1031", "3,4099,129",                         # very thin, each way
         "257,64,1000", "300007,1,2"]                                              # mixed; many blocks for sums


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder, stages = sys.argv[1], sys.argv[2:] or ["--all"]
    os.makedirs(folder, exist_ok=True)
    cli = os.environ.get("WARPLENS_CLI", "build/bin/warplens-cli")
    # The GPU's machine may lack the one library that the program does not carry inside; a copy beside it will do.
    environment = dict(os.environ)
    environment["LD_LIBRARY_PATH"] = ":".join(
        filter(None, [os.path.dirname(os.path.abspath(cli)), os.environ.get("LD_LIBRARY_PATH")]))
    listed = json.loads(subprocess.run([cli, "stages", "--json", "-"], env=environment, check=True,
                                       capture_output=True).stdout)
    wanted = {stage["id"] for stage in listed["stages"]} if stages == ["--all"] else set(stages)

    counts, bad, ran = collections.Counter(), [], set()
    path = os.path.join(folder, "verified.jsonl")
    with open(path, "w") as out:
        for size in SIZES:
            try:
                done = subprocess.run([cli, "measure", *stages, "--verify-only", "--timeout", "10", "--size", size,
                                       "--json", "-"], env=environment, capture_output=True, text=True, timeout=120)
                lines, errors = done.stdout.splitlines(), done.stderr
            except subprocess.TimeoutExpired as late:
                lines, errors = [], f"not done after {late.timeout} s"
            rows = [json.loads(line) for line in lines if line.startswith("{")]
            if not rows:
                rows = [{"stage": "*", "size": size, "status": "error", "kind": "nothing", "message": errors[-400:]}]
            for row in rows:
                print(json.dumps(row), file=out)
                if row["status"] == "ok" and row.get("checked", 0) > 0:
                    counts["right"] += 1
                    ran.add(row["stage"])
                elif row.get("kind") == "bad-request":  # a size or parameters that are refused with a reason
                    counts["refused"] += 1
                else:
                    counts["wrong"] += 1
                    bad.append(row)
            print(f"{size}: {len(rows)} launches", flush=True)
    never = sorted(wanted - ran)
    for row in bad:
        print(json.dumps(row))
    for stage in never:
        print(f"{stage}: no right result at any size")
    print(f"{counts['right']} right, {counts['wrong']} wrong, {counts['refused']} refused; {len(ran)} of {len(wanted)} "
          f"stages at {len(SIZES)} sizes; {path}")
    return 1 if bad or never else 0


if __name__ == "__main__":
    sys.exit(main())
