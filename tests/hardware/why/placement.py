#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the first blocks of a grid go, by a rule that was read off the blocks that an H200 placed, against all of them; and what
blocks that share a multiprocessor have in common then: placement.py [RECORDING]. Needs no GPU."""
import json
import pathlib
import sys

MULTIPROCESSORS = 132
# A part of the GPU has 16 or 18 multiprocessors, in pairs; their numbers go round the parts. Half of the first one is dealt to by itself.
APART = [128, 129, 130, 131, 124, 125, 126, 127]
FIRST = [[2 * part + 16 * round_ + k for round_ in range(4) for k in (0, 1)] for part in range(8)]
LAST = [[]] + [[62 + 2 * part + 14 * round_ + k for round_ in range(4) for k in (0, 1)] for part in range(1, 8)]
PARTS = [APART + FIRST[0]] + [FIRST[part] + LAST[part] + ([108 + 2 * part, 109 + 2 * part] if part >= 6 else []) for part in range(1, 8)]
assert sorted(sum(PARTS, [])) == list(range(MULTIPROCESSORS))
# Blocks of the others after which the half gets one for each of its multiprocessors.
TURNS = [0, 24, 72, 124, 196, 288, 380, 478]


def dealt(count, resident):
    """The multiprocessors of the first blocks, where each keeps so many of them at a time."""
    ring, order, others, turn = [FIRST[0]] + PARTS[1:], [], 0, 0
    while len(order) < count:
        if turn < min(resident, len(TURNS)) and others >= TURNS[turn]:
            order += APART
            turn += 1
            continue
        order += ring[0]
        others += len(ring[0])
        ring = ring[1:] + ring[:1]
    return order[:count]


def dealt_evenly(count):
    """Of a grid that the GPU keeps with two blocks on each at most: each part gets its share, round by round."""
    share = [count * len(part) // MULTIPROCESSORS for part in PARTS]
    for n in range(count - sum(share)):
        share[n] += 1
    order, given = [], [0] * len(PARTS)
    while len(order) < count:
        for n, part in enumerate(PARTS):
            some = part[: share[n] - given[n]]
            order += some
            given[n] += len(some)
    return order


def shared(order, width):
    """Blocks in whose row, or column, another one stands on the same multiprocessor already."""
    blocks = {}
    for block, multiprocessor in enumerate(order):
        blocks.setdefault(multiprocessor, []).append(block)
    return (sum(len(each) - len({b // width for b in each}) for each in blocks.values()),
            sum(len(each) - len({b % width for b in each}) for each in blocks.values()))


def main():
    root = pathlib.Path(__file__).resolve().parents[3]
    file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "resources/recordings/nvidia-h200.json"
    placed = {}
    print("| launch | blocks | of the first wave | where the rule says | n-th block on n % 132 in the same order |")
    print("| --- | --- | --- | --- | --- |")
    for row in json.loads(file.read_text())["blocks"]:
        real = row["multiprocessor"]
        if len(real) <= MULTIPROCESSORS:
            continue
        wave = sum(begin < 1000 for begin in row["begin_ns"])
        real = real[:wave]
        resident = wave // MULTIPROCESSORS
        rule = dealt_evenly(wave) if wave < 2 * MULTIPROCESSORS else dealt(wave, resident)
        once = dealt_evenly(MULTIPROCESSORS)
        name = " ".join([row["stage"]] + [f"{k}={v}" for k, v in row["parameters"].items()] + [str(row["size"]["M"])])
        placed[name] = real
        print(f"| `{name}` | {len(row['multiprocessor'])} | {wave} | {sum(a == b for a, b in zip(rule, real))} | "
              f"{sum(once[n % MULTIPROCESSORS] == m for n, m in enumerate(real))} |")
    print()
    print("| square grid of | a multiprocessor holds | first wave | rows, columns in common | if the n-th went to n % 132 |")
    print("| --- | --- | --- | --- | --- |")
    for width, resident in ((16, 2), (32, 2), (32, 8), (64, 8), (64, 32), (128, 32)):
        wave = min(width * width, MULTIPROCESSORS * resident)
        recorded = placed.get("matmul/07-tiled TILE=32 512") if width == 16 else None
        rule = recorded or dealt(wave, resident)
        print(f"| {width} × {width} | {resident} | {wave} | {shared(rule, width)} | "
              f"{shared([n % MULTIPROCESSORS for n in range(wave)], width)} |")


main()
