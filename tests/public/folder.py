#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of a course under `warplens-cli run`, and their files under `warplens-cli simulate` as somebody opens them.

usage: folder.py WARPLENS_CLI FOLDER [--limit 60] [--build FOLDER] [--flags "-lcublas"] [--no-simulate] [NAME …]

Every .cu file with a main below FOLDER is compiled by nvcc (from $PATH) as it stands, run, and opened with a launch that
is guessed. One row each:

    name | run: exit code, launches, findings, seconds | simulate: exit code, guess, findings

The guess is `own` where the program launches that kernel with that grid and block, too; a finding of `simulate` is
`false` where no launch of the program has one of that kind. What failed is told below its row.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile

FLAGS = ["-cudart", "shared", "-lineinfo", "-arch=sm_90", "-w"]


def ended(command, limit, folder):
    """What it did, and the seconds of the processor; None where it took more than the limit of them, or waited for ever."""
    begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", stdin=subprocess.DEVNULL, start_new_session=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)))
    try:
        output, errors = process.communicate(timeout=20 * limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU):
        return None, used
    return subprocess.CompletedProcess(command, process.returncode, output, errors), used


def launched(cli, program, place, limit):
    with tempfile.TemporaryDirectory() as folder:
        listed = pathlib.Path(folder) / "list.json"
        done, seconds = ended([cli, "run", str(program), "--json", str(listed)], limit, place)
        document = json.loads(listed.read_text()) if listed.exists() else {"launches": []}
        return done, seconds, document


def base(kernel):
    """The name without its types, template arguments and namespaces."""
    return re.split(r"[<(]", kernel.split("(")[0])[0].split()[-1].split("::")[-1]


def guess_of(errors, launches):
    found = re.search(r"the launch is guessed: --kernel '([^']+)' --grid (\S+) --block (\S+)", errors)
    if not found:
        return "none"
    kernel, grid, block = base(found.group(1)), *(
        tuple(int(n) for n in (text.split(",") + ["1", "1"])[:3]) for text in found.groups()[1:])
    same = [each for each in launches if base(each["name"]) == kernel]
    if any(tuple(each["grid"]) == grid and tuple(each["block"]) == block for each in same):
        return "own"
    return "other grid or block" if same else "not launched"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=int, default=60, help="seconds of the processor (60)")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder for the programs")
    parser.add_argument("--flags", default="")
    parser.add_argument("--no-simulate", action="store_true")
    options = parser.parse_intermixed_args()
    cli, root, build = str(options.cli.resolve()), options.folder.resolve(), options.build.resolve()
    build.mkdir(parents=True, exist_ok=True)
    counts = {}
    for source in sorted(root.rglob("*.cu")):
        name = str(source.relative_to(root))
        if options.names and name not in options.names:
            continue
        if not re.search(r"\bmain\s*\(", source.read_text(errors="replace")):
            continue
        program = build / re.sub(r"\W", "_", name.removesuffix(".cu"))
        if not program.exists():
            done, _ = ended(["nvcc", *FLAGS, *options.flags.split(), f"-I{source.parent}", "-o", str(program), str(source)],
                            300, source.parent)
            if done is None or done.returncode != 0:
                counts["not built"] = counts.get("not built", 0) + 1
                print(f"not built | {name} | {(done.stderr or done.stdout).strip().splitlines()[0] if done else ''}", flush=True)
                continue
        done, seconds, document = launched(cli, program, source.parent, options.limit)
        launches = document["launches"]
        kinds = {finding["kind"] for each in launches for finding in each["findings"]}
        findings = sum(len(each["findings"]) for each in launches)
        row = f"{name} | {'stopped' if done is None else done.returncode}, {len(launches)}, {findings or ''}, {seconds:.1f}"
        told = []
        state = "stopped" if done is None else "ended with 0" if done.returncode == 0 else "ended otherwise"
        counts[state] = counts.get(state, 0) + 1
        told += [f"note: {each}" for each in document.get("notes", [])]
        told += [f"run: {f['kind']}: {f['message']}" for each in launches for f in each["findings"]][:3]
        if not options.no_simulate:
            opened, used = ended([cli, "simulate", str(source)], options.limit, source.parent)
            if opened is None:
                row += " | stopped"
                counts["simulate stopped"] = counts.get("simulate stopped", 0) + 1
            else:
                guess = guess_of(opened.stderr, launches)
                lines = re.findall(r"^.*(?:race|out-of-bounds|uninitialized|misaligned|deadlock|use-after|division).*$",
                                   opened.stdout, re.M)
                false = [each for each in lines if not any(kind in each for kind in kinds)]
                row += f" | {opened.returncode}, {guess}, {len(false) or ''}"
                for key in (f"simulate {opened.returncode}", f"guess {guess}", "with false findings" if false else ""):
                    counts[key] = counts.get(key, 0) + 1
                if opened.returncode not in (0, 1):
                    told.append("simulate: " + (opened.stderr.strip().splitlines() or [""])[-1])
                told += [f"simulate: {each.strip()}" for each in false[:2]]
        print(row, flush=True)
        for each in dict.fromkeys(told):
            print("    " + each[:300], flush=True)
    print(", ".join(f"{key}: {value}" for key, value in sorted(counts.items()) if key))


if __name__ == "__main__":
    main()
