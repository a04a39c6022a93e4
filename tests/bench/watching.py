#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What watching for mistakes costs: the tables of docs/mistakes.md.

usage: watching.py WARPLENS_CLI [--pairs 5] [-k PART] [--memory]

Processor time of `simulate` with one thread, with no block watched and with all, taken in turns, less what the same kernel
takes at a size where starting and compiling are nearly all of it; medians, and the median of the pairs' ratios. With --memory
how much more memory it takes with all watched, for each byte of the kernel's arrays. Exit code 1 where a ratio is over 3, or
memory over 16.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

CROWDS = pathlib.Path(__file__).resolve().parent / "crowds"


def stage(name, size, *more):
    label = f"`{name}`, {size}" + "".join(f", `{each}`" for each in more if each != "-D")
    return label, [[name, "--size", str(each), *more] for each in (128, size)]


def crowd(name, grid, *arguments):
    """A kernel of ours with crowds. A small launch of it would run again in other orders, watched alone: what it takes to begin
    is what a kernel takes that does nothing with the same arrays."""
    told = [word for each in arguments for word in ("--arg", each)]
    commands = [[str(CROWDS / f"{name}.cu"), "--kernel", kernel, "--grid", str(blocks), "--block", "256", *told]
                for kernel, blocks in (("nothing", 1), ("kernel", grid))]
    return f"`crowds/{name}`, {grid} blocks", commands


TABLE = ("i32[4096]=random:1", "i32[4096]", "i32[1]=zeros", "i32[262144]", "i32=4096")
KERNELS = [stage("matmul/02-naive", 512), stage("matmul/07-tiled", 512), stage("matmul/07-tiled", 512, "-D", "TILE=16"),
           stage("matmul/06-tiled-conflicts", 512), stage("matmul/17-warp-tile", 1024), stage("matmul/19-async-copy", 1024),
           stage("transpose/04-tiled", 2048), stage("reduction/10-streaming", 1 << 25),
           crowd("table", 1024, *TABLE), crowd("gather", 1024, *TABLE),
           crowd("phases", 32, "f32[262144]=random:1", "f32[262144]=zeros", "i32[1]=zeros", "i32=262144", "i32=64"),
           crowd("counted", 320, "u32[1048576]=random:1", "i32[256]=zeros", "i32[1]=zeros", "i32[256]", "i32=1048576")]
AIM, MOST_MEMORY = 3.0, 16
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


def ran(cli, words, watched):
    """Seconds of the processor, and bytes of memory at most."""
    child = subprocess.Popen([cli, "simulate", *words, "--threads", "1", *([] if watched else ["--check-blocks", "0"])],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, used = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{' '.join(words)}: {child.stderr.read().decode()}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def arrays(words):
    return sum(BYTES[bits] * int(count) for bits, count in re.findall(r"[a-z](\d+)\[(\d+)\]", " ".join(words)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("-k", default="")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    cli, beyond = os.fspath(options.cli.resolve()), 0
    print("| | none watched | all watched | |\n| --- | --- | --- | --- |")
    for label, (small, large) in KERNELS:
        if options.k not in label:
            continue
        for words in (small, large):
            ran(cli, words, True)  # what is compiled is kept
        if options.memory:
            if arrays(large) == 0:
                continue  # of stages it is not told here how large they are
            none, everything = (statistics.median(ran(cli, large, watched)[1] for _ in range(options.pairs))
                                for watched in (False, True))
            each = (everything - none) / arrays(large)
            beyond += each > MOST_MEMORY
            print(f"| {label} | {none / 1e6:.1f} MB | {everything / 1e6:.1f} MB | {each:.1f} of {arrays(large) / 1e6:.1f} MB |",
                  flush=True)
            continue
        start = {watched: statistics.median(ran(cli, small, watched)[0] for _ in range(3)) for watched in (False, True)}
        pairs = [[ran(cli, large, watched)[0] - start[watched] for watched in (False, True)] for _ in range(options.pairs)]
        ratio = statistics.median(b / a for a, b in pairs)
        beyond += ratio > AIM + 0.05
        print(f"| {label} | {statistics.median(a for a, _ in pairs):.2f} s | {statistics.median(b for _, b in pairs):.2f} s "
              f"| {ratio:.1f} |", flush=True)
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
