#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What watching for mistakes costs: the table of docs/mistakes.md.

usage: watching.py WARPLENS_CLI [--pairs 5]

Processor time of `simulate` with one thread, with no block watched and with all, taken in turns, less what the same stage
takes at a size where starting and compiling are nearly all of it; medians, and the median of the pairs' ratios. Exit code
1 where a ratio is over 3.
"""
import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys

STAGES = [("matmul/02-naive", 512, []), ("matmul/07-tiled", 512, []), ("matmul/07-tiled", 512, ["-D", "TILE=16"]),
          ("matmul/06-tiled-conflicts", 512, []), ("matmul/17-warp-tile", 512, []), ("matmul/19-async-copy", 512, []),
          ("transpose/04-tiled", 2048, []), ("reduction/10-streaming", 1 << 25, [])]
SMALL, AIM = 128, 3.0


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(cli, stage, size, more, watched):
    before = processor()
    subprocess.run([cli, "simulate", stage, "--size", str(size), "--threads", "1", *more,
                    *([] if watched else ["--check-blocks", "0"])], stdout=subprocess.DEVNULL, check=True)
    return processor() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    cli, beyond = os.fspath(options.cli.resolve()), 0
    print("| | none watched | all watched | |\n| --- | --- | --- | --- |")
    for stage, size, more in STAGES:
        seconds(cli, stage, SMALL, more, True)  # what is compiled is kept
        start = {watched: statistics.median(seconds(cli, stage, SMALL, more, watched) for _ in range(3))
                 for watched in (False, True)}
        pairs = [[seconds(cli, stage, size, more, watched) - start[watched] for watched in (False, True)]
                 for _ in range(options.pairs)]
        ratio = statistics.median(b / a for a, b in pairs)
        beyond += ratio > AIM + 0.05
        name = f"`{stage}`, {size}" + "".join(f", `{each}`" for each in more if each != "-D")
        print(f"| {name} | {statistics.median(a for a, _ in pairs):.2f} s | {statistics.median(b for _, b in pairs):.2f} s "
              f"| {ratio:.1f} |", flush=True)
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
