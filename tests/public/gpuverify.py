#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The CUDA part of GPUVerify's test suite under Warplens.

usage: gpuverify.py WARPLENS_CLI GPUVERIFY [-k PART] [--jobs 1] [-v]

GPUVERIFY is a copy of github.com/mc-imperial/gpuverify. Each file says in its header whether the tool proves it right
("pass") or not, and with how many threads and blocks. GPUVerify reasons about all inputs; here the kernel runs with one:
arrays of 0, 1, 2 ... and scalars as __requires(x == 5) has them, else 1; where another is needed, it stands in INPUTS. What
GPUVerify is told by annotations is left out.
Prints each file where the two do not agree; whoever reads on finds why (the table in docs/mistakes.md has the reasons).
"""
import argparse
import concurrent.futures
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ANNOTATIONS = """
#define __requires(...)
#define __ensures(...)
#define __invariant(...) true
#define __global_invariant(...)
#define __function_wide_invariant(...)
#define __axiom(...)
#define __assume(...)
#define __assert(...) ((__VA_ARGS__) ? (void)0 : __trap())
#define __global_assert(...)
#define __implies(a, b) (!(a) || (b))
#define __enabled() true
#define __all(x) (x)
#define __no_read(...) true
#define __no_write(...) true
#define __read(...) true
#define __write(...) true
#define __read_implies(...) true
#define __write_implies(...) true
#define __uniform_int(...) true
#define __uniform_bool(...) true
#define __distinct_int(...) true
#define __mod_pow2(a, b) ((a) & ((b) - 1))
#define __builtin_memcpy memcpy
#define __builtin_memset memset
"""
SCALARS = {"int": "i32", "unsigned": "u32", "unsigned int": "u32", "float": "f32", "double": "f64", "size_t": "u64",
           "uint": "u32", "long": "i64", "bool": "u8", "char": "i8", "short": "i16", "unsigned long": "u64",
           "unsigned char": "u8"}
ELEMENTS = 1 << 19
# Mistakes that not every input shows: arguments of the kernel, in order, in place of those that are made up.
INPUTS = {
    "param_values/value_causing_race": {1: "i32=185"},  # as its header says
    "param_values/value_in_assert": {2: "u32=48"},  # likewise
    "function_pointers/basic_assignment_fail": {1: "u32=1024", 2: "u32=3"},  # neither 1 nor 2: a null pointer
    "memcpy/unhandled_varlen": {2: "u64=12"},  # two structures
    "misc/fail/miscfail7": {0: "u64=0"},  # a null pointer
}


def dimension(flags, name):
    found = re.search(rf"--{name}=(\[[^\]]*\]|\S+)", flags)
    sizes = [int(x) for x in re.findall(r"\d+", found.group(1))] if found else [1]
    return sizes + [1] * (3 - len(sizes))


def argument(parameter, text, block):
    parameter = re.sub(r"\b(const|volatile|__restrict__|restrict|struct)\b", " ", parameter).strip()
    if "*" in parameter or "[" in parameter:
        base = re.sub(r"[*&].*|\[.*", "", parameter).strip()
        kind = SCALARS.get(base) or SCALARS.get(" ".join(base.split()[:-1])) or "i32"
        return f"{kind}[{ELEMENTS}]=list:" + ",".join(str(i) for i in range(64))
    words = parameter.split()
    base, name = " ".join(words[:-1]), words[-1]
    if base not in SCALARS:
        return None
    told = re.search(rf"__requires\(\s*{name}\s*==\s*([\w.]+)\s*\)", text)
    value = told.group(1) if told else "1"
    value = str(block["xyz".index(value[-1])]) if re.fullmatch(r"blockDim\.[xyz]", value) else value
    macro = re.search(rf"#define\s+{value}\s+\(?(\d+)", text)
    value = macro.group(1) if macro else value
    return f"{SCALARS[base]}={value if re.fullmatch(r'[0-9.]+', value) else 1}"


def run(options, source, folder):
    text = source.read_text(errors="replace")
    lines = text.splitlines()
    expected = "pass" if lines[0].strip().lower() == "//pass" else "fail"
    flags = lines[1]
    kernels = list(re.finditer(r"__global__\s+(?:static\s+)?void\s+(?:__launch_bounds__\(.*?\)\s*)?(\w+)\s*\(([^)]*)\)", text))
    if not kernels:
        return expected, "no kernel", []
    name, parameters = kernels[-1].groups()
    arguments = []
    block, grid = dimension(flags, "blockDim"), dimension(flags, "gridDim")
    for parameter in [p.strip() for p in parameters.split(",") if p.strip() and p.strip() != "void"]:
        one = argument(parameter, text, block)
        if one is None:
            return expected, f"parameter '{parameter}'", []
        arguments.append(one)
    place = str(source.parent.relative_to(options.suite / "testsuite" / "CUDA"))
    for number, chosen in INPUTS.get(place, {}).items():
        arguments[number] = chosen
    arguments = [word for each in arguments for word in ("--arg", each)]
    if math.prod(block) > 1024:
        block = [1024, 1, 1]
    if math.prod(grid) > 128:
        grid = [min(g, 16) for g in grid]
    file = folder / ("_".join(source.relative_to(options.suite).parts[2:]))
    groups = "#include <cooperative_groups.h>\n#define synchronize(g) (g).sync()\n" if "cooperative_groups" in text else ""
    file.write_text(ANNOTATIONS + groups + f'#line 1 "{file.name}"\n' + text)
    defines = [x for d in re.findall(r"-D(\S+)", flags) for x in ("-D", d if "=" in d else d + "=1")]
    command = [options.cli, "simulate", str(file), "--kernel", name, "--grid", ",".join(map(str, grid)), "--block",
               ",".join(map(str, block)), "--no-counts", "--json", "-", *defines, *arguments]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return expected, "took too long", []
    if ran.returncode not in (0, 1) or not ran.stdout.startswith("{"):
        return expected, ran.stderr.strip().replace("\n", " ")[:220], []
    return expected, None, json.loads(ran.stdout)["findings"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("-k", default="")
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    sources = sorted(s for s in (options.suite / "testsuite" / "CUDA").glob("**/*.cu") if options.k in str(s))
    table = {}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = pathlib.Path(name)
        for source, (expected, problem, found) in zip(sources, pool.map(lambda s: run(options, s, folder), sources)):
            verdict = "not run" if problem else "found" if found else "silent"
            table[(expected, verdict)] = table.get((expected, verdict), 0) + 1
            agrees = (expected, verdict) in (("pass", "silent"), ("fail", "found"))
            if options.v or not agrees:
                what = problem or "; ".join(f"{f['kind']} line {f['line']}: {f['message']}" for f in found[:2])
                print(f"{source.relative_to(options.suite).parent} ({expected}): {verdict}: {what}", flush=True)
    for (expected, verdict), count in sorted(table.items()):
        print(f"{expected:5} {verdict:8} {count}")


if __name__ == "__main__":
    sys.exit(main())
