#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of tests/programs compiled by nvcc and run on a GPU, bit by bit against the emulator.

    tests/hardware/natively.py FOLDER [NAME...]      in the repository's root, on a machine with nvcc and a GPU
    tests/hardware/natively.py FOLDER --emulated CLI [NAME...]    the same by warplens-cli, on any machine
    tests/hardware/natively.py FOLDER --build-only [NAME...]

NAME is a program of programs.txt; without any: the forms of the early return. The first writes FOLDER/native.txt, the second
FOLDER/emulated.txt: for each program a line with each of its arrays behind the launch, as bytes. Where both are there, they are
compared, and the exit code is 1 where they differ. It needs nothing of Warplens on the machine with the GPU: other than
programs.sh, which runs the machine code of NVRTC, this is what a student's nvcc makes of the file."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sanitize_mistakes as planted  # noqa: E402

SECONDS_EACH = 30

PRINT = r"""
template<typename T> void print(const char* name, int number, T* device, std::size_t n)
{
    std::vector<unsigned char> bytes(n * sizeof(T));
    cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost);
    std::printf("%s %d ", name, number);
    for (unsigned char byte : bytes)
        std::printf("%02x", byte);
    std::printf("\n");
}
"""


def programs(names):
    with open("tests/programs/programs.txt") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if not words:
                continue
            name, options = words[0][:-3], dict(zip(words[1::2], words[2::2]))
            if name in names or (not names and name.startswith("early_")):
                arguments = [value for option, value in zip(words[1::2], words[2::2]) if option == "--arg"]
                yield {"name": name, "file": f"tests/programs/{words[0]}", "kernel": options["--kernel"], "words": words[1:],
                       "arrays": {i: told for i, told in enumerate(arguments) if "[" in told}}


def source(program):
    without = [word for pair in zip(program["words"][::2], program["words"][1::2])
               if pair[0] in ("--grid", "--block", "--smem", "--arg") for word in pair]
    main = planted.host(program | {"words": without}).replace("(const void*)kernel", f"(const void*){program['kernel']}")
    prints = "".join(f"    print(\"{program['name']}\", {i}, a{i}, {told[told.index('[') + 1:told.index(']')]});\n"
                     for i, told in program["arrays"].items())
    main = main.replace('    std::printf("%s\\n", cudaGetErrorName(error));\n    return 0;\n',
                        f"{prints}    return error != cudaSuccess;\n")
    return planted.PRELUDE.replace("MIXING", planted.mixing()) + PRINT + \
        f'#include "{os.path.abspath(program["file"])}"\n' + main


def native(folder, program, only_build):
    base = os.path.join(folder, program["name"])
    with open(base + ".cu", "w") as out:
        out.write(source(program))
    nvcc = planted.shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    built = subprocess.run([nvcc, "-std=c++17", "-arch=sm_90", "-o", base, base + ".cu"], capture_output=True, text=True)
    if built.returncode:
        print(f"{program['name']} does not compile: {built.stdout[-300:]}{built.stderr[-300:]}", file=sys.stderr)
    if built.returncode or only_build:
        return ""
    try:
        ran = subprocess.run([base], capture_output=True, text=True, timeout=SECONDS_EACH)
    except subprocess.TimeoutExpired:
        print(f"{program['name']} has not ended after {SECONDS_EACH} s", file=sys.stderr)
        return ""
    if ran.returncode:
        print(f"{program['name']} ended with {ran.returncode}", file=sys.stderr)
    return ran.stdout


def emulated(folder, program, cli):
    dumps = {i: os.path.join(folder, f"{program['name']}.{i}") for i in program["arrays"]}
    words = [word for pair in zip(program["words"][::2], program["words"][1::2]) if pair[0] != "--bound" for word in pair]
    subprocess.run([cli, "simulate", program["file"], *words, *[word for i, path in dumps.items() for word in ("--dump", f"{i}={path}")]],
                   check=True, capture_output=True)
    lines = ""
    for i, path in dumps.items():
        with open(path, "rb") as bytes_of:
            lines += f"{program['name']} {i} {bytes_of.read().hex()}\n"
    return lines


def compare(folder):
    """None: one of them is not there."""
    told = []
    for name in ("native", "emulated"):
        path = os.path.join(folder, name + ".txt")
        if not os.path.exists(path):
            return None
        with open(path) as lines:
            told.append({" ".join(line.split()[:2]): line.split()[2] for line in lines})
    same = True
    for key in sorted(told[0].keys() | told[1].keys()):
        equal = told[0].get(key) == told[1].get(key)
        same = same and equal
        length = len(told[0].get(key, "")) // 2
        print(f"{key}: {length} bytes, {'the same bits' if equal else 'they differ'}")
    return same


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    folder, options = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    cli = options.pop(options.index("--emulated") + 1) if "--emulated" in options else None
    only_build = "--build-only" in options
    wanted = list(programs([option for option in options if not option.startswith("--")]))
    path = os.devnull if only_build else os.path.join(folder, "emulated.txt" if cli else "native.txt")
    with open(path, "w") as out:
        for program in wanted:  # at once: what comes behind it may never end
            print(emulated(folder, program, cli) if cli else native(folder, program, only_build), end="", file=out, flush=True)
    same = compare(folder)
    return 1 if same is False or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
