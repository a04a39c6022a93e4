#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What NVIDIA's compute-sanitizer says of the planted mistakes of tests/programs/bugs and of their right twins.

    tests/hardware/sanitize_mistakes.py FOLDER [NAME...]      in the repository's root, on a machine with nvcc and a GPU
    tests/hardware/sanitize_mistakes.py FOLDER --initcheck    one of its tools
    tests/hardware/sanitize_mistakes.py FOLDER --build-only   only what needs no GPU
    tests/hardware/sanitize_mistakes.py FOLDER --built        what stands in FOLDER since then: needs no nvcc
    tests/hardware/sanitize_mistakes.py FOLDER --not-shown    those of which tests/data has no answer yet
    tests/hardware/sanitize_mistakes.py FOLDER --at-once 4    so many at a time (16)
    tests/hardware/sanitize_mistakes.py FOLDER --table        the table of docs/mistakes.md from FOLDER/sanitized.jsonl

Mistakes of the host's code are those of tests/runtime/programs, one at a time.

Each kernel becomes a program of its own: a host that allocates what the line in bugs.txt or twins.txt says, copies what that
line fills (the same numbers as warplens-cli takes) and leaves the rest unwritten, so that initcheck has what it looks for.
How long a tool needs to start, with so many at a time, is measured first by a kernel that does nothing: a program that has not
ended in that time and 15 seconds more hangs. FOLDER/sanitized.jsonl gets a line that says where, and one for each program; what was printed is kept beside it."""
import concurrent.futures
import datetime
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
SECONDS_EACH, AT_ONCE = 15, 16
NOTHING = "__global__ void kernel() {}\nint main() { kernel<<<1, 1>>>(); return cudaDeviceSynchronize() != cudaSuccess; }\n"
HANGING = {"deadlock", "endless-loop", "divergent-barrier"}  # shown last, so that they slow nothing else down
TYPES = {"i32": "int", "u32": "unsigned", "f32": "float", "i64": "long long", "u64": "unsigned long long", "f64": "double",
         "u8": "unsigned char", "i8": "signed char", "u16": "unsigned short", "i16": "short"}

PRELUDE = r"""
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>
static std::uint64_t bits(std::uint64_t seed, std::uint64_t index)
{
    std::uint64_t z = seed * 0x9E3779B97F4A7C15u + index; // as kernels/data/fill.cpp
MIXING
}
template<typename T> T* array(std::size_t n, int kind, std::uint64_t seed, std::uint64_t limit, std::vector<T> listed = {})
{
    T* device = nullptr;
    cudaMalloc(&device, n * sizeof(T));
    std::vector<T> host(n, T(0));
    for (std::size_t i = 0; i < listed.size(); ++i)
        host[i] = listed[i];
    for (std::size_t i = 0; i < n; ++i)
        if (kind == 1)
            host[i] = std::is_same<T, float>::value ? T((bits(seed, i) >> 40) * 0x1p-24f) : T(bits(seed, i));
        else if (kind == 2)
            host[i] = T((bits(seed, i) >> 11) % limit);
    if (kind != 3)
        cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}
"""

MAIN = r"""
int main()
{
%(arguments)s
    void* given[] = {%(addresses)s};
    cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, %(shared)s);
    cudaError_t error = %(launch)s((const void*)kernel, dim3(%(grid)s), dim3(%(block)s), given, %(shared)s, 0);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    std::printf("%%s\n", cudaGetErrorName(error));
    return 0;
}
"""


def programs(names):
    for kind, folder in (("bug", "bugs"), ("twin", "twins")):
        with open(f"tests/programs/{folder}/{folder}.txt") as lines:
            for line in lines:
                words = line.split("#")[0].split()
                if not words:
                    continue
                expected = words.pop(0) if kind == "bug" else ""
                if not names or words[0][:-3] in names:
                    yield {"kind": kind, "expected": expected, "name": words[0][:-3],
                           "file": f"tests/programs/{folder}/{words[0]}", "words": words[1:]}


def of_the_host(names):
    for kind, name, expected, arguments in [("bug", "streams_race", "stream-race", [str(i)]) for i in range(5)] + \
            [("twin", "streams_ordered", "", []), ("bug", "careless", "of the host", []), ("twin", "careful", "", [])]:
        if not names or name in names:
            yield {"kind": kind, "expected": expected, "name": " ".join([name, *arguments]), "arguments": arguments,
                   "file": f"tests/runtime/programs/{name}.cu"}


def mixing():
    """The body of randomBits, from where it stands, so that there is one text of it."""
    with open("kernels/data/fill.cpp") as text:
        body = re.search(r"uint64_t randomBits\(.*?\{\n(.*?)\n\}", text.read(), re.S).group(1)
    return "\n".join(body.split("\n")[1:])


def host(program):
    launch, arguments, addresses = {"grid": "1", "block": "32", "smem": "0"}, [], []
    words = program["words"]
    for option, value in zip(words[::2], words[1::2]):
        if option == "--arg":
            told = re.fullmatch(r"(\w+)\[(\d+)\](?:=(random|below|zeros)(?::(\d+))?(?::(\d+))?)?", value)
            name = f"a{len(arguments)}"
            listed = re.fullmatch(r"(\w+)\[(\d+)\]=list:([-\d.,]+)", value)
            if listed:
                arguments.append(f"    auto* {name} = array<{TYPES[listed[1]]}>({listed[2]}, 0, 1, 1, {{{listed[3]}}});")
            elif told:
                kind = {"zeros": 0, "random": 1, "below": 2, None: 3}[told[3]]
                limit, seed = (told[4], told[5]) if kind == 2 else (1, told[4])
                arguments.append(f"    auto* {name} = array<{TYPES[told[1]]}>({told[2]}, {kind}, {seed or 1}, {limit or 1});")
            else:
                told = re.fullmatch(r"(\w+)=(-?[\d.]+)", value)
                if not told:
                    raise SystemExit(f"{program['file']}: cannot make '--arg {value}' up")
                arguments.append(f"    {TYPES[told[1]]} {name} = {told[2]};")
            addresses.append("&" + name)
        else:
            launch[option[2:]] = value
    with open(program["file"]) as source:
        whole_grid = "this_grid" in source.read()
    return MAIN % {"launch": "cudaLaunchCooperativeKernel" if whole_grid else "cudaLaunchKernel", "arguments": "\n".join(arguments), "addresses": ", ".join(addresses) or "nullptr",
                   "shared": launch["smem"], "grid": launch["grid"], "block": launch["block"]}


def shown():
    """The programs of which tests/data has an answer."""
    names = set()
    for gpu in ("h200", "h100"):
        with open(f"tests/data/compute-sanitizer-{gpu}.jsonl") as lines:
            names.update(json.loads(line).get("name") for line in lines)
    return names


def build(folder, program, is_built):
    base = os.path.join(folder, f"{program['kind']}-{program['name']}".replace(" ", "-"))
    if is_built:
        return (base, "") if os.path.exists(base) else (None, "it has not been built")
    with open(base + ".cu", "w") as out:
        # The kernel's own macros come after what is not its own.
        included = f'#include "{os.path.abspath(program["file"])}"\n'
        out.write(included if "arguments" in program else PRELUDE.replace("MIXING", mixing()) + included + host(program))
    done = compiled(base)
    if done.returncode:
        return None, done.stderr[-600:]
    return base, ""


def sanitizer():
    return os.environ.get("COMPUTE_SANITIZER") or shutil.which("compute-sanitizer") \
        or "/usr/local/cuda/bin/compute-sanitizer"


def said_by(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    except OSError:
        return ""


@functools.cache
def everywhere():
    """initcheck looks at global memory alone where it is not told otherwise."""
    option = "--initcheck-address-space"
    return [option, "all"] if option in said_by(sanitizer(), "--help") else []


def provenance():
    gpu, driver = (said_by("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").split(", ") + ["", ""])[:2]
    version = re.search(r"Version (\S+)", said_by(sanitizer(), "--version"))
    return {"gpu": gpu.strip(), "driver": driver.strip().split("\n")[0], "compute_sanitizer": version[1] if version else "",
            "initcheck": " ".join(everywhere()), "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")}


def compiled(base):
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    return subprocess.run([nvcc, "-std=c++17", "-arch=sm_90", "-lineinfo", "-o", base, base + ".cu"], capture_output=True,
                          text=True)


def build_nothing(folder):
    base = os.path.join(folder, "nothing")
    with open(base + ".cu", "w") as out:
        out.write(NOTHING)
    compiled(base).check_returncode()


def seconds_to_start(folder, tools, at_once):
    """The longest that a tool takes over nothing, while as many others do so, too."""
    base = os.path.join(folder, "nothing")

    def once(i):
        begin = time.monotonic()
        subprocess.run([sanitizer(), "--tool", tools[i % len(tools)], base], check=True, capture_output=True, timeout=300)
        return time.monotonic() - begin
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        return max(pool.map(once, range(2 * at_once)))


def answer(base, tool, arguments, of_host, seconds):
    """found, silent, hangs or failed."""
    more = everywhere() if tool == "initcheck" else []
    if tool == "memcheck" and of_host:  # the hosts that are made here give nothing back
        more = ["--leak-check", "full"]
    child = subprocess.Popen([sanitizer(), "--tool", tool, *more, base, *arguments], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        log, _ = child.communicate(timeout=seconds)
        late = False
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        log, late = child.communicate()[0], True
    with open(f"{base}.{tool}.log", "w") as out:
        out.write(log)
    if re.search(r"ERROR SUMMARY: [1-9]|RACECHECK SUMMARY: [1-9]", log):
        return "found"
    if late:
        return "hangs"
    return "silent" if re.search(r"ERROR SUMMARY: 0|RACECHECK SUMMARY: 0", log) else "failed"


def judge(folder, program, options, tools, seconds):
    base, error = build(folder, program, "--built" in options)
    said = {"kind": program["kind"], "expected": program["expected"], "name": program["name"]}
    if not base:
        return said | {"not built": error}
    if "--build-only" not in options:
        said["compute-sanitizer"] = {tool: answer(base, tool, program.get("arguments", []), "arguments" in program, seconds)
                                     for tool in tools}
    return said


def table(folder):
    with open(os.path.join(folder, "sanitized.jsonl")) as lines:
        first, *rows = [json.loads(line) for line in lines]
    print(first["provenance"])
    print(f"| planted | Warplens | any tool | {' | '.join(TOOLS)} | hangs | silent |\n|{' --- |' * (5 + len(TOOLS))}")
    kinds = {}
    for row in rows:
        kinds.setdefault(row["expected"] or "nothing: right programs", []).append(list(row["compute-sanitizer"].values()))
    for kind, answers in kinds.items():
        found = sum("found" in each for each in answers)
        hangs = sum("found" not in each and "hangs" in each for each in answers)
        ours = "0" if kind.startswith("nothing") else str(len(answers))
        cells = [str(sum(each[i] == "found" for each in answers)) for i in range(len(TOOLS))]
        print(f"| {len(answers)} {kind} | {ours} | {found} | {' | '.join(cells)} | {hangs} | {len(answers) - found - hangs} |")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    folder, options = sys.argv[1], sys.argv[2:]
    if "--table" in options:
        table(folder)
        return 0
    os.makedirs(folder, exist_ok=True)
    only_build = "--build-only" in options
    tools = [option[2:] for option in options if option[2:] in TOOLS] or TOOLS
    at_once = int(options.pop(options.index("--at-once") + 1)) if "--at-once" in options else AT_ONCE
    wanted = [option for option in options if not option.startswith("-")]
    failed = 0
    if "--built" not in options:
        build_nothing(folder)
    start = 0 if only_build else seconds_to_start(folder, tools, at_once)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if only_build else at_once) as pool, \
            open(os.path.join(folder, "sanitized.jsonl"), "w") as out:
        everything = sorted([*programs(wanted), *of_the_host(wanted)], key=lambda program: program["expected"] in HANGING)
        known = shown() if "--not-shown" in options else set()
        everything = [program for program in everything if program["name"] not in known]
        print(json.dumps({"provenance": provenance() | {"seconds_to_start": round(start, 1)}}), file=out)
        for said in pool.map(lambda program: judge(folder, program, options, tools, start + SECONDS_EACH), everything):
            print(json.dumps(said), file=out, flush=True)
            print(json.dumps(said), flush=True)
            failed += "not built" in said
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
