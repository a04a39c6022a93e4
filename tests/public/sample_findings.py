#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Warplens finds wrong with NVIDIA's cuda-samples, and whether it is: the table of docs/mistakes.md.

usage: sample_findings.py WARPLENS_CLI SAMPLES [NAME …] [--limit 12] [--build FOLDER]

Builds and runs the samples as samples.py does, of each so many seconds of the processor at most. Every place that is
accused gets a row; the verdict is somebody's who has read the sample (VERDICTS), and "not looked into" where nobody has.
Exit code 1 where there is such a row, or one that is known to be false.
"""
import argparse
import json
import pathlib
import sys
import tempfile

import samples

# By sample and what stands in the row of the place: whether it is a mistake of the sample, and why.
VERDICTS = {
    ("cdpAdvancedQuicksort", "race"): "true: blocks write `outdata` (line 215) and count by `atomicAdd` without a fence; the warp that comes last "
                                      "reads and overwrites what others have written and read. Votes order nothing in memory",
    ("dxtc", "race"): "true: `sums[idx] += sums[idx ^ 8]` (`CudaMath.h:63`): a lane reads what another writes in the same line",
    ("eigenvalues", "uninitialized"): "true, and harmless as far as we have read: scans go over a power of two of elements, and those behind "
                                      "the last interval were never written",
    ("newdelete", "race"): "true: `pop` asks whether `m_top >= 0` by a plain read, while others change it atomically",
    ("p2pBandwidthLatencyTest", "stream-race"): "true: arrays are filled by `cudaMemset` in the default stream, for which streams that do not "
                                                "block do not wait; and, meant so, both directions are copied at a time between the "
                                                "same two arrays. Nobody looks at their contents",
    ("shfl_scan", "uninitialized"): "true, and harmless: 120 threads are three warps and 24 lanes, whose last has no lane 31 to write `sums[3]`; "
                                    "what comes of it is stored, and nobody reads that",
    ("simpleAssert", "trap"): "true: the assertion that is meant to fail",
    ("simpleAssert_nvrtc", "trap"): "true: the assertion that is meant to fail",
}


def places(document):
    """Of each place that is accused: kind, where, how often, and the sentence."""
    found = {}
    for each in [f for launch in document["launches"] for f in launch["findings"]] + document.get("mistakes", []):
        if each.get("note") or each["kind"] in ("leak", "not-reproducible"):
            continue
        key = each["kind"], f"{pathlib.Path(each.get('file') or '').name}:{each.get('line', 0)}"
        known = found.setdefault(key, [0, each.get("message") or each["text"]])
        known[0] += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=int, default=12, help="seconds of the processor that a sample may take (12)")
    parser.add_argument("--build", type=pathlib.Path, help="folder for the programs; without it a temporary one")
    options = parser.parse_intermixed_args()
    chosen = sorted((samples.Sample(each) for each in options.samples.resolve().glob("Samples/*/*/CMakeLists.txt")),
                    key=lambda each: each.name.lower())
    chosen = [each for each in chosen if (each.name in options.names if options.names else not each.reason)]
    given = options.samples / "test_args.json"
    arguments = json.loads(given.read_text()) if given.is_file() else {}
    silent, stopped, other, rows, open_ = [], [], [], [], 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.build or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for sample in chosen:
            program, _ = sample.build(options.samples.resolve() / "Common", folder)
            row = sample.run(str(options.cli.resolve()), program, options.limit, arguments.get(sample.name, {}), []) \
                if program else {"verdict": "not built"}
            if row["verdict"] in ("stopped", "not built"):
                stopped.append(sample.name)
                continue
            found = places(row["document"])
            if not found:
                (silent if row["verdict"] == "passed" else other).append(sample.name)
            for (kind, place), (times, message) in sorted(found.items()):
                verdict = VERDICTS.get((sample.name, kind), "not looked into: " + message)
                open_ += not verdict.startswith("true")
                rows.append(f"| {sample.name} | {kind} | `{place}` | {times} | {verdict} |")
                print(rows[-1], file=sys.stderr, flush=True)
    print(f"{len(silent)} pass and are silent; {len(stopped)} took longer or were not built: {', '.join(stopped) or 'none'}; "
          f"{len(other)} do not run, and have no findings: {', '.join(other) or 'none'}.\n")
    print("| sample | kind | where | times | verdict |\n| --- | --- | --- | --- | --- |")
    print("\n".join(rows))
    return 1 if open_ else 0


if __name__ == "__main__":
    sys.exit(main())
