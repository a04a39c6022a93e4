#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""NVIDIA's cuda-samples under `warplens-cli run`: each one's own check decides. Prints the rows of docs/programs.md.

usage: samples.py WARPLENS_CLI SAMPLES [NAME …] [--limit 60] [--build FOLDER] [--list]

SAMPLES is a copy of github.com/NVIDIA/cuda-samples. Without names all samples are tried, those of few lines first, but
for those that need graphics, video or libraries that Warplens has not; --list tells which those are, and why. nvcc is
taken from $PATH; what it makes is kept in --build, so that a second run compiles nothing.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

FLAGS = ["-cudart", "shared", "-lineinfo", "-arch=sm_90", "-std=c++17", "-w", "--extended-lambda"]
LIBRARIES = {"cudart": [], "cudart_static": [], "cuda_driver": ["-lcuda"], "nvrtc": ["-lnvrtc"], "cublas": ["-lcublas"],
             "curand": ["-lcurand"], "cublas_static": ["-lcublas"], "curand_static": ["-lcurand"]}
FAILED = re.compile(r"\bFAILED\b|Test failed|Result = FAIL")


class Sample:
    def __init__(self, cmake):
        self.folder = cmake.parent
        self.name = self.folder.name
        text = re.sub(r"#.*", "", cmake.read_text(errors="replace"))
        executable = re.search(r"add_executable\(\s*(\S+)\s+([^)]*)\)", text)
        sources = executable.group(2).split() if executable else []
        self.sources = [word for word in sources if word.endswith((".cu", ".cpp", ".c", ".cc"))]
        self.lines = sum(len((self.folder / each).read_bytes().splitlines())
                         for each in self.sources if (self.folder / each).is_file())
        self.flags = list(FLAGS)
        if re.search(r"CUDA_SEPARABLE_COMPILATION\s+ON", text):
            self.flags.append("-rdc=true")
        if "OpenMP" in text:
            self.flags += ["-Xcompiler", "-fopenmp"]
        self.libraries = []
        self.reason = None if self.sources else "its CMakeLists.txt has no program of plain sources"
        for library in re.findall(r"CUDA::(\w+)", text):
            if library not in LIBRARIES:
                self.reason = f"it needs {library}"
            self.libraries += LIBRARIES.get(library, [])
        for package in re.findall(r"find_package\((\w+)", text):
            if package not in ("CUDAToolkit", "OpenMP", "Threads"):
                self.reason = f"it needs {package}"
        if any("$" in each for each in self.sources):
            self.reason = "its sources are made by CMake"

    def build(self, common, folder):
        program = folder / self.name
        if program.exists():
            return program, ""
        done = subprocess.run(["nvcc", *self.flags, f"-I{common}", f"-I{self.folder}", "-o", str(program), *self.sources,
                               *sorted(set(self.libraries))], cwd=self.folder, capture_output=True, text=True)
        return (program, "") if done.returncode == 0 else (None, (done.stderr or done.stdout).strip().split("\n")[0])

    def run(self, cli, program, limit):
        with tempfile.TemporaryDirectory() as folder:
            listed = pathlib.Path(folder) / "list.json"
            begin = time.monotonic()
            try:
                done = subprocess.run([cli, "run", str(program), "--json", str(listed)], cwd=self.folder, text=True,
                                      capture_output=True, timeout=limit, errors="replace", stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return {"verdict": "stopped", "seconds": limit}
            row = {"seconds": time.monotonic() - begin, "exit": done.returncode}
            document = json.loads(listed.read_text()) if listed.exists() else {"launches": []}
            row["launches"] = len(document["launches"])
            row["calls"] = len(document.get("library_calls", []))
            row["findings"] = sum(len(each["findings"]) for each in document["launches"])
            row["notes"] = document.get("notes", []) + [f"{finding['kind']}: {finding['message']}"
                                                        for each in document["launches"]
                                                        for finding in each["findings"]]
            failed = done.returncode != 0 or FAILED.search(done.stdout)
            row["verdict"] = "passed" if not failed else "refused"
            row["last"] = (done.stdout.strip().split("\n") or [""])[-1]
            return row


def told(row):
    """What a sample that did not pass was told: the first sentence that names what is missing, or its own last line."""
    for note in row["notes"]:
        if re.search(r"does not emulate|does not know|is not|no |machine code only", note):
            return note
    return row["notes"][0] if row["notes"] else f"exit code {row['exit']}; its own last line: {row['last']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=float, default=60, help="seconds that a sample may take (60)")
    parser.add_argument("--build", type=pathlib.Path, help="folder for the programs; without it a temporary one")
    parser.add_argument("--list", action="store_true", help="list the samples and why some are left out")
    options = parser.parse_intermixed_args()
    found = sorted((Sample(each) for each in options.samples.resolve().glob("Samples/*/*/CMakeLists.txt")),
                   key=lambda each: (each.lines, each.name))
    if not found:
        sys.exit(f"samples.py: there are no samples in {options.samples}: give a copy of github.com/NVIDIA/cuda-samples")
    unknown = set(options.names) - {each.name for each in found}
    if unknown:
        sys.exit(f"samples.py: no sample is called {', '.join(sorted(unknown))}; --list lists them")
    if options.list:
        for each in found:
            print(f"{each.lines:6} lines  {each.name}{': ' + each.reason if each.reason else ''}")
        return
    chosen = [each for each in found if (each.name in options.names if options.names else not each.reason)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.build or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for sample in chosen:
            program, error = sample.build(options.samples.resolve() / "Common", folder)
            if program is None:
                print(f"not built | {sample.name} | {error} |", flush=True)
                continue
            row = sample.run(str(options.cli.resolve()), program, options.limit)
            if row["verdict"] == "passed":
                print(f"passed | {sample.name} | {row['launches']} | {row['calls'] or ''} | {row['seconds']:.1f} | "
                      f"{row['findings'] or ''} |", flush=True)
            elif row["verdict"] == "stopped":
                print(f"stopped | {sample.name} | after {row['seconds']:.0f} s |", flush=True)
            else:
                print(f"refused | {sample.name} | {told(row)} |", flush=True)


if __name__ == "__main__":
    main()
