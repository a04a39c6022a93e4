#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures again what tests/data/h200-copies-past-l1.csv and h200-generic.csv hold: the same patterns, on the GPU here.

warp_probe.py DIR     writes both files to DIR; needs nvcc, ncu and the right to read counters. A minute on an H200.
A row that is changed or added by hand before is a pattern of one's own.
"""
import csv
import datetime
import io
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
METRICS = {
    "wavefronts": ["memory_l1_wavefronts_shared"],
    "wavefronts_ideal": ["memory_l1_wavefronts_shared_ideal"],
    "sectors": ["memory_l2_theoretical_sectors_global"],
    "sectors_ideal": ["memory_l2_theoretical_sectors_global_ideal"],
    "lines": ["memory_l1_tag_requests_global"],
    "shared_instructions": ["smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"],
    "global_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
}


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def read(name):
    with open(DATA / name) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def pattern(row):
    return " ".join((row.get("op", "copy"), row["mask"], row.get("from:to") or row["offset:shared"]))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    program = out / "warp_probe"
    run("nvcc", "-O2", "-std=c++17", "-arch=native", "-o", program, HERE / "kernels" / "warp_probe.cu")
    files = {name: read(name) for name in ("h200-copies-past-l1.csv", "h200-generic.csv")}
    rows = [row for list_ in files.values() for row in list_]
    metrics = ",".join(metric for several in METRICS.values() for metric in several)
    text = run("ncu", "--csv", "--page", "raw", "--metrics", metrics, program,
               input="\n".join(pattern(row) for row in rows) + "\n")
    table = list(csv.DictReader(io.StringIO(text[text.index('"ID"'):])))[1:]  # the first one has the units
    if len(table) != len(rows):
        sys.exit(f"ncu told {len(table)} launches of {len(rows)}")
    gpu, driver = run("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").strip().split(", ")
    changed = 0
    for row, counted in zip(rows, table):
        for column in set(METRICS) & set(row):
            value = str(sum(int(float(counted[metric].replace(",", ""))) for metric in METRICS[column]))
            changed += value != row[column]
            row[column] = value
    for name, list_ in files.items():
        with open(out / name, "w", newline="") as file:
            file.write(f"# {gpu}, driver {driver}, {datetime.date.today()}, tests/hardware/warp_probe.py\n")
            writer = csv.DictWriter(file, list_[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(list_)
    print(f"{len(rows)} patterns, {changed} counts differ from tests/data")


if __name__ == "__main__":
    main()
