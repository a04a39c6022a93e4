#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""NVIDIA's cuda-samples under `warplens-cli run`: each one's own check decides. Prints the rows of docs/programs.md.

usage: samples.py WARPLENS_CLI SAMPLES [NAME …] [--limit 60] [--build FOLDER] [--with=--sample …] [--list]

SAMPLES is a copy of github.com/NVIDIA/cuda-samples. Without names all samples are tried, those of few lines first, but
for those that need graphics, video or libraries that Warplens has not; --list tells which those are, and why. nvcc is
taken from $PATH; what it makes is kept in --build, so that a second run compiles nothing. Each runs in a folder of its
own with what its own build puts beside it, with the arguments and the number of GPUs that test_args.json gives it. A
sample that passes ends with 0 and speaks of no failure; one that ends with 2 says itself that it cannot run (EXIT_WAIVED).
Seconds are those of the processor, all its cores together, and of the clock.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FLAGS = ["-cudart", "shared", "-lineinfo", "-arch=sm_90", "-std=c++17", "-w", "--extended-lambda"]
LIBRARIES = {"cudart": [], "cudart_static": [], "cuda_driver": ["-lcuda"], "nvrtc": ["-lnvrtc"], "cublas": ["-lcublas"],
             "curand": ["-lcurand"], "cublas_static": ["-lcublas"], "curand_static": ["-lcurand"]}
OTHERS = {"nvvm.h": "NVVM", "llvm/": "NVVM", "rendercheck_d3d": "Direct3D", "DX12CudaSample": "Direct3D",
          "dynlink_d3d": "Direct3D"}
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
        self.flags += [f"-I{self.folder / each}" for each in ("inc", "include") if (self.folder / each).is_dir()]
        self.libraries = ["-lnvJitLink"] if "nvJitLink" in text else []
        self.makes = dict(re.findall(r'set\(CUDA_(FATBIN|PTX)_FILE "\$\{CMAKE_CURRENT_BINARY_DIR\}/([^"]+)"', text))
        self.kernel = re.search(r'set\(CUDA_KERNEL_SOURCE "\$\{CMAKE_CURRENT_SOURCE_DIR\}/([^"]+)"', text)
        self.headers = "cooperative_groups.h" in text # of the toolkit, copied beside the program
        self.reason = None if self.sources else "its CMakeLists.txt has no program of plain sources"
        for library in re.findall(r"CUDA::(\w+)", text):
            if library not in LIBRARIES:
                self.reason = f"it needs {library}"
            self.libraries += LIBRARIES.get(library, [])
        for package in re.findall(r"find_package\((\w+)", text):
            if package not in ("CUDAToolkit", "OpenMP", "Threads"):
                self.reason = f"it needs {package}"
        for each in self.sources:
            if (self.folder / each).is_file():
                included = re.findall(r'#\s*include\s*[<"]([^>"]+)', (self.folder / each).read_text(errors="replace"))
                for header, what in OTHERS.items():
                    if any(name.startswith(header) for name in included) and not self.libraries and not self.reason:
                        self.reason = f"it needs {what}"
        if any("$" in each for each in self.sources):
            self.reason = "its sources are made by CMake"

    def build(self, common, folder):
        program = folder / self.name
        if program.exists():
            return program, ""
        done = subprocess.run(["nvcc", *self.flags, f"-I{common}", f"-I{self.folder}", "-o", str(program), *self.sources,
                               *sorted(set(self.libraries))], cwd=self.folder, capture_output=True, text=True)
        return (program, "") if done.returncode == 0 else (None, (done.stderr or done.stdout).strip().split("\n")[0])

    def place(self, folder):
        """The folder that it runs in: its own files, its data beside them, and what its build makes."""
        place = folder / f"{self.name}.run"
        place.mkdir(exist_ok=True)
        for each in [*self.folder.iterdir(), *self.folder.glob("data/*")]:
            if not (place / each.name).exists():
                (place / each.name).symlink_to(each)
        for kind, name in self.makes.items():
            if not (place / name).exists():
                subprocess.run(["nvcc", f"-{kind.lower()}", "-lineinfo", "-arch=sm_90", "-w", "-o", str(place / name),
                                str(self.folder / self.kernel.group(1))], check=True, capture_output=True)
        if self.headers:
            include = pathlib.Path(shutil.which("nvcc")).resolve().parent.parent / "include"
            cccl = include / "cccl" if (include / "cccl").is_dir() else include  # CUDA 12 has it beside the others
            for each in (include / "cooperative_groups.h", include / "cooperative_groups", cccl / "nv", cccl / "cuda"):
                if not (place / each.name).exists():
                    (place / each.name).symlink_to(each)
        return place

    def run(self, cli, program, limit, arguments, options):
        with tempfile.TemporaryDirectory() as folder:
            listed = pathlib.Path(folder) / "list.json"
            if arguments.get("min_gpus", 1) > 1:
                options = [*options, "--devices", str(arguments["min_gpus"])]
            begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            # Other work may share the machine: what a sample may take is time of the processor.
            process = subprocess.Popen([cli, "run", str(program), "--json", str(listed), *options, "--",
                                        *arguments.get("args", [])], cwd=self.place(program.parent), text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                                       stdin=subprocess.DEVNULL, start_new_session=True,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)))
            try:
                output, _ = process.communicate(timeout=20 * limit)
            except subprocess.TimeoutExpired: # it waits for something
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
            if process.returncode in (-signal.SIGKILL, 128 + signal.SIGXCPU):
                return {"verdict": "stopped", "seconds": limit}
            row = {"seconds": time.monotonic() - begin, "exit": process.returncode,
                   "processor": resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used}
            document = json.loads(listed.read_text()) if listed.exists() else {"launches": []}
            row["document"] = document
            row["launches"] = len(document["launches"])
            row["calls"] = len(document.get("library_calls", []))
            row["findings"] = sum(len(each["findings"]) for each in document["launches"])
            row["notes"] = document.get("notes", []) + [f"{finding['kind']}: {finding['message']}"
                                                        for each in document["launches"]
                                                        for finding in each["findings"]]
            failed = process.returncode != 0 or FAILED.search(output)
            row["verdict"] = "passed" if not failed else "waived" if process.returncode == 2 else "refused"
            row["last"] = (output.strip().split("\n") or [""])[-1]
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
    parser.add_argument("--limit", type=int, default=60, help="seconds of the processor that a sample may take (60)")
    parser.add_argument("--build", type=pathlib.Path, help="folder for the programs; without it a temporary one")
    parser.add_argument("--with", dest="options", action="append", default=[], metavar="OPTION",
                        help="an option more for `warplens-cli run`, as in --with=--sample")
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
    given = options.samples / "test_args.json"
    arguments = json.loads(given.read_text()) if given.is_file() else {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.build or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for sample in chosen:
            program, error = sample.build(options.samples.resolve() / "Common", folder)
            if program is None:
                print(f"not built | {sample.name} | {error} |", flush=True)
                continue
            row = sample.run(str(options.cli.resolve()), program, options.limit, arguments.get(sample.name, {}),
                             options.options)
            if row["verdict"] == "passed":
                print(f"passed | {sample.name} | {row['launches']} | {row['calls'] or ''} | {row['processor']:.1f} | {row['seconds']:.1f} | "
                      f"{row['findings'] or ''} |", flush=True)
            elif row["verdict"] == "stopped":
                print(f"stopped | {sample.name} | after {row['seconds']:.0f} s |", flush=True)
            else:
                print(f"{row['verdict']} | {sample.name} | {told(row)} |", flush=True)


if __name__ == "__main__":
    main()
