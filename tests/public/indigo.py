#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Indigo graph kernels with planted races, as the artifact of the HiRace paper has them (SC24), under Warplens.

usage: indigo.py WARPLENS_CLI ARTIFACT [--graph DAG_100n_200e] [--blocks 1024] [--threads 256] [--jobs 1] [-k PART]

ARTIFACT is a copy of github.com/JohnJacobsonIII/HiRace-Artifact-SC24. A kernel whose file name has atomicBug, guardBug,
syncBug or raceBug is racy by construction; one without Bug is clean. boundsBug alone is told apart: it has no race.
Exit code 1 where a race was missed or a clean kernel was accused.
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

RACY = re.compile(r"(atomic|guard|sync|race)Bug")


def arrays(graph, folder):
    """The graph's two arrays and the data as files, and the numbers of vertices and edges. ECL's format: n, m, n + 1 begins, m ends."""
    data = graph.read_bytes()
    vertices, edges = struct.unpack_from("<2i", data)
    begins = data[8:8 + 4 * (vertices + 1)]
    ends = data[8 + 4 * (vertices + 1):][:4 * edges]
    for number, below in ((1, vertices), (2, edges)):
        # As the artifact has it: by chance, and the first is 0, which some kernels count up from.
        chance = random.Random(number)
        values = [0] + [chance.randrange(below) for _ in range(max(vertices, edges) - 1)]
        (folder / f"data{number}").write_bytes(struct.pack(f"<{len(values)}i", *values))
    (folder / "begins").write_bytes(begins)
    (folder / "ends").write_bytes(ends)
    return vertices, edges


def findings(options, source, folder, vertices, edges):
    """The kernel alone, without what the host does, and what is found in it."""
    text = source.read_text()
    text = text[:text.index("void serial_code")].replace('#include "indigo_cuda.h"', "")
    file = folder / source.name
    file.write_text(text)
    size = max(vertices, edges)
    command = [options.cli, "simulate", str(file), "--kernel", "test_kernel", "--grid", str(options.blocks), "--block",
               str(options.threads), "--no-counts", "--json", "-",
               "--arg", f"i32[{vertices + 1}]=file:{folder / 'begins'}",
               "--arg", f"i32[{edges}]=file:{folder / 'ends'}",
               "--arg", f"i32[{size}]=file:{folder / 'data1'}", "--arg", f"i32[{size}]=file:{folder / 'data2'}",
               "--arg", f"i32={vertices}"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if ran.returncode not in (0, 1) or not ran.stdout:
        return None, ran.stderr.strip()
    return json.loads(ran.stdout)["findings"], ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("artifact", type=pathlib.Path)
    parser.add_argument("--graph", default="DAG_100n_200e")
    parser.add_argument("--blocks", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=256)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("-k", default="")
    options = parser.parse_args()
    sources = sorted((options.artifact / "indigo" / "indigo_sources").glob("**/*.cu"))
    sources = [s for s in sources if options.k in s.name]
    wrong = 0
    table = {}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = pathlib.Path(name)
        vertices, edges = arrays(options.artifact / "indigo" / "input" / f"{options.graph}.egr", folder)
        answers = pool.map(lambda s: findings(options, s, folder, vertices, edges), sources)
        for source, (found, problem) in zip(sources, answers):
            kind = "racy" if RACY.search(source.name) else "bounds" if "boundsBug" in source.name else "clean"
            if found is None:
                verdict, why = "not run", problem
            else:
                races = [f for f in found if f["kind"] == "race"]
                others = [f for f in found if f["kind"] != "race"]
                alarm = races if kind == "racy" or kind == "bounds" else found
                verdict = "found" if alarm else "nothing"
                why = "; ".join(f"{f['kind']} line {f['line']}: {f['message']}" for f in (races or others)[:1])
            table.setdefault((kind, verdict), []).append(source.name)
            if (kind, verdict) in (("racy", "nothing"), ("clean", "found")) or verdict == "not run":
                wrong += 1
                print(f"{source.name} ({kind}): {verdict}: {why}", flush=True)
    for (kind, verdict), names in sorted(table.items()):
        print(f"{kind:8} {verdict:8} {len(names)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
