#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every stage, all its variants, under compute-sanitizer at one small odd size: memcheck, racecheck, synccheck,
initcheck.

    tests/hardware/sanitize_stages.py FOLDER [ID...]      in the repository's root, after the build

Builds nothing: it runs $WARPLENS_CLI (build/bin/warplens-cli), with warplens-gpu beside it. FOLDER/sanitized.jsonl gets
one line for each stage and tool; the log of what is not clean is kept beside it. Exit code 1 where anything is not clean."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time

TOOLS = ["memcheck", "racecheck", "synccheck", "initcheck"]
SIZE, SECONDS_EACH, AT_ONCE = "37,29,41", 60, 8


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    cli = os.environ.get("WARPLENS_CLI", "build/bin/warplens-cli")
    sanitizer = os.environ.get("COMPUTE_SANITIZER") or shutil.which("compute-sanitizer") \
        or "/usr/local/cuda/bin/compute-sanitizer"
    environment = dict(os.environ)
    environment["LD_LIBRARY_PATH"] = ":".join(
        filter(None, [os.path.dirname(os.path.abspath(cli)), os.environ.get("LD_LIBRARY_PATH")]))
    listed = json.loads(subprocess.run([cli, "stages", "--json", "-"], env=environment, check=True,
                                       capture_output=True).stdout)
    stages = sys.argv[2:] or [stage["id"] for stage in listed["stages"] if "cpu" not in stage]

    def sanitize(job):
        stage, tool = job
        command = [sanitizer, "--tool", tool, "--target-processes", "all", cli, "measure", stage, "--verify-only",
                   "--timeout", str(SECONDS_EACH), "--size", SIZE, "--json", "-"]
        begin = time.monotonic()
        try:
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", timeout=SECONDS_EACH)
            log, late = done.stdout, False
        except subprocess.TimeoutExpired as error:
            log, late = (error.stdout or b"").decode(errors="replace"), True
        launches = re.findall(r'^\{"stage".*\}$', log, re.MULTILINE)
        wrong = sum(json.loads(line)["status"] != "ok" for line in launches)
        summaries = re.findall(r"(?:ERROR|RACECHECK) SUMMARY: (\d+)", log)
        if late:
            answer = "too slow"
        elif any(int(number) for number in summaries):
            answer = "found"
        elif not summaries:
            answer = "no summary"
        else:
            answer = "wrong" if wrong or not launches else "clean"
        if answer != "clean":
            with open(os.path.join(folder, f"{stage.replace('/', '-')}.{tool}.log"), "w") as out:
                out.write(log[-200000:])
        return {"stage": stage, "tool": tool, "answer": answer, "launches": len(launches),
                "seconds": round(time.monotonic() - begin, 1)}

    # Kernels are compiled once, not by four tools at a time.
    subprocess.run([cli, "measure", *stages, "--verify-only", "--size", SIZE], env=environment, capture_output=True,
                   timeout=200)
    jobs = [(stage, tool) for stage in stages for tool in TOOLS]
    clean, launches = 0, 0
    path = os.path.join(folder, "sanitized.jsonl")
    with open(path, "w") as out, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for row in pool.map(sanitize, jobs):
            print(json.dumps(row), file=out, flush=True)
            clean += row["answer"] == "clean"
            launches += row["launches"]
            if row["answer"] != "clean":
                print(json.dumps(row), flush=True)
    print(f"{clean} of {len(jobs)} clean ({len(stages)} stages, {len(TOOLS)} tools, {launches} launches at {SIZE}); {path}")
    return 0 if clean == len(jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
