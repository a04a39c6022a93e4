#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a GPU what single warp accesses cost, hundreds of them in one kernel.

  access_patterns.py generate DIR [SEED]   writes patterns.csv and probe.cu (compile: nvcc -arch=sm_90 -o probe probe.cu)
  access_patterns.py questions DIR FILE... the same with the accesses of questions (`warplens-cli questions --json FILE`)
  access_patterns.py keys DIR TABLE.csv    what join wrote of them: is each question's key what the GPU counted?
  access_patterns.py join DIR SOURCE.csv   joins patterns.csv with what `ncu --page source --csv` printed, and writes the
                                           table that `warplens-cli access` reads

Each pattern is one inline load, store or atomic of its own, executed once by one warp; its lanes' addresses come from a
table, lanes that are switched off are predicated off. So the counters of Nsight Compute's source page belong to it alone.
"""
import csv
import json
import random
import re
import sys

LANES = 32
CHUNK = 500  # patterns in one kernel


def offsets_of(rng, kind):
    """Element offsets of 32 lanes; the kinds are those in which phases may merge or conflict."""
    lane = range(LANES)
    if kind == 0:  # anything within a small window
        w = rng.choice([4, 8, 16, 32, 64, 128])
        return [rng.randrange(w) for _ in lane]
    if kind == 1:  # groups of neighbours share a place
        g = rng.choice([2, 4, 8, 16, 32])
        step = rng.choice([1, 1, 2, 3, 4, 8, 33, 9])
        return [(l // g) * step + rng.choice([0]) for l in lane]
    if kind == 2:  # pairs l and l^d share a place, places otherwise free
        d = rng.choice([1, 2, 4, 8, 16, 3])
        w = rng.choice([4, 8, 16, 64])
        place = {}
        return [place.setdefault(min(l, l ^ d), rng.randrange(w)) for l in lane]
    if kind == 3:  # both distances: quads
        w = rng.choice([2, 4, 8, 16])
        base = [rng.randrange(w) for _ in range(8)]
        return [base[l // 4] for l in lane]
    if kind == 4:  # stride
        s = rng.randrange(0, 34)
        o = rng.randrange(4)
        return [o + l * s for l in lane]
    if kind == 5:  # a few places
        places = [rng.randrange(64) for _ in range(rng.choice([1, 2, 3, 4]))]
        return [rng.choice(places) for _ in lane]
    if kind == 6:  # all one place
        o = rng.randrange(64)
        return [o] * LANES
    if kind == 7:  # the same pattern in each quarter
        q = [rng.randrange(16) for _ in range(8)]
        shift = rng.choice([0, 0, 8, 16])
        return [q[l % 8] + (l // 8) * shift for l in lane]
    p = list(range(LANES))  # a permutation
    rng.shuffle(p)
    return p


def mask_of(rng):
    r = rng.random()
    if r < 0.2:
        return 0xFFFFFFFF
    if r < 0.3:
        return rng.choice([0x0000FFFF, 0xFFFF0000, 0x55555555, 0xAAAAAAAA, 0x33333333, 0x0F0F0F0F, 0x00FF00FF, 0x000000FF])
    bits = rng.randrange(1, 33)
    mask = 0
    for l in rng.sample(range(LANES), bits):
        mask |= 1 << l
    return mask


# The instruction of each kind: %0 a register, %2 the address in shared memory, %3 in global memory. All that is loaded is
# used, or the compiler would load less.
ACCESS = {
    ("ld.shared", 1): 'ld.shared.u8 h, [%2]; cvt.u32.u16 %0, h;',
    ("ld.shared", 2): 'ld.shared.u16 h, [%2]; cvt.u32.u16 %0, h;',
    ("ld.shared", 4): 'ld.shared.b32 %0, [%2];',
    ("ld.shared", 8): 'ld.shared.v2.b32 {x0, x1}, [%2]; xor.b32 %0, x0, x1;',
    ("ld.shared", 16): 'ld.shared.v4.b32 {x0, x1, x2, x3}, [%2]; xor.b32 x0, x0, x1; xor.b32 x2, x2, x3; xor.b32 %0, x0, x2;',
    ("st.shared", 1): 'cvt.u16.u32 h, %0; st.shared.u8 [%2], h;',
    ("st.shared", 2): 'cvt.u16.u32 h, %0; st.shared.u16 [%2], h;',
    ("st.shared", 4): 'st.shared.b32 [%2], %0;',
    ("st.shared", 8): 'st.shared.v2.b32 [%2], {%0, %0};',
    ("st.shared", 16): 'st.shared.v4.b32 [%2], {%0, %0, %0, %0};',
    ("atom.shared", 4): 'atom.shared.add.u32 %0, [%2], %0;',
    ("cas.shared", 4): 'atom.shared.cas.b32 %0, [%2], %0, 1;',
    ("cas.shared", 8): 'cvt.u64.u32 w, %0; atom.shared.cas.b64 w, [%2], w, 1; cvt.u32.u64 %0, w;',
    ("red.shared", 4): 'red.shared.add.u32 [%2], %0;',
    ("inc.shared", 4): 'red.shared.add.u32 [%2], 1;',
    ("ld.global", 1): 'ld.global.u8 h, [%3]; cvt.u32.u16 %0, h;',
    ("ld.global", 2): 'ld.global.u16 h, [%3]; cvt.u32.u16 %0, h;',
    ("ld.global", 4): 'ld.global.b32 %0, [%3];',
    ("ld.global", 8): 'ld.global.v2.b32 {x0, x1}, [%3]; xor.b32 %0, x0, x1;',
    ("ld.global", 16): 'ld.global.v4.b32 {x0, x1, x2, x3}, [%3]; xor.b32 x0, x0, x1; xor.b32 x2, x2, x3; xor.b32 %0, x0, x2;',
    ("st.global", 1): 'cvt.u16.u32 h, %0; st.global.u8 [%3], h;',
    ("st.global", 2): 'cvt.u16.u32 h, %0; st.global.u16 [%3], h;',
    ("st.global", 4): 'st.global.b32 [%3], %0;',
    ("st.global", 8): 'st.global.v2.b32 [%3], {%0, %0};',
    ("st.global", 16): 'st.global.v4.b32 [%3], {%0, %0, %0, %0};',
    ("atom.global", 4): 'atom.global.add.u32 %0, [%3], %0;',
    ("red.global", 4): 'red.global.add.u32 [%3], %0;',
    ("red.global", 8): 'cvt.u64.u32 w, %0; red.global.add.u64 [%3], w;',
    ("cp.async", 4): 'cp.async.ca.shared.global [%2], [%3], 4;',
    ("cp.async", 8): 'cp.async.ca.shared.global [%2], [%3], 8;',
    ("cp.async", 16): 'cp.async.ca.shared.global [%2], [%3], 16;',
    ("cp.async.cg", 16): 'cp.async.cg.shared.global [%2], [%3], 16;',
}
PLAN = [("ld.shared", 16, 4500), ("ld.shared", 8, 3000), ("ld.shared", 4, 100), ("ld.shared", 2, 100), ("ld.shared", 1, 100),
        ("st.shared", 1, 100), ("st.shared", 2, 100), ("st.shared", 4, 100), ("st.shared", 8, 200), ("st.shared", 16, 300),
        ("atom.shared", 4, 200), ("cas.shared", 4, 150), ("cas.shared", 8, 150), ("red.shared", 4, 150), ("inc.shared", 4, 150),
        ("ld.global", 1, 60), ("ld.global", 2, 60), ("ld.global", 4, 100), ("ld.global", 8, 100), ("ld.global", 16, 100),
        ("st.global", 1, 60), ("st.global", 2, 60), ("st.global", 4, 60), ("st.global", 8, 60), ("st.global", 16, 60),
        ("atom.global", 4, 100), ("red.global", 4, 100), ("red.global", 8, 100),
        ("cp.async", 4, 150), ("cp.async", 8, 150), ("cp.async", 16, 250), ("cp.async.cg", 16, 150)]


def pairs(width):
    """Two lanes alone, at the same place and at two places in different banks: which lanes share a phase."""
    for a in range(LANES):
        for b in range(a + 1, LANES):
            for place in (0, 3):
                offsets = [0] * LANES
                offsets[b] = place
                yield 1 << a | 1 << b, offsets


def quiet(rng, width):
    """Few lanes whose words never conflict: what is left is the splitting into phases."""
    columns = 128 // width
    count = rng.choice([3, 4, 5, 6, 8, 10, 12, 16])
    lanes = rng.sample(range(LANES), count)
    if rng.random() < 0.4:  # close together
        first = rng.choice([0, 8, 16])
        lanes = rng.sample(range(first, first + 16), min(count, 16))
    places = rng.sample(range(columns), rng.choice([1, 2, 3, min(count, columns)]))
    offsets = [0] * LANES
    for n, lane in enumerate(sorted(lanes)):
        offsets[lane] = rng.choice(places) if rng.random() < 0.5 else places[n % len(places)]
    return sum(1 << l for l in lanes), offsets


def nearly_paired(rng, width):
    """Lanes at a distance share places, and a few do not: what breaks the merging of phases."""
    columns = 128 // width
    distance = rng.choice([1, 1, 2, 2, 3, 4, 8, 16])
    offsets = [0] * LANES
    for lane in range(LANES):
        offsets[lane] = rng.randrange(columns * rng.choice([1, 1, 2]))
    for lane in range(LANES):
        if lane & distance:
            offsets[lane] = offsets[lane ^ distance]
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        offsets[rng.randrange(LANES)] = rng.randrange(columns)
    return rng.choice([0xFFFFFFFF, mask_of(rng), mask_of(rng)]), offsets


def pattern(rng, op, width):
    if op == "ld.shared" and width >= 8:
        family = rng.random()
        if family < 0.35:
            return quiet(rng, width)
        if family < 0.6:
            return nearly_paired(rng, width)
    return mask_of(rng), offsets_of(rng, rng.randrange(9))


def generate(folder, seed):
    rng = random.Random(seed)
    rows = []
    for op, width, count in PLAN:
        if op == "ld.shared" and width >= 8:
            rows += [(op, width, mask, offsets) for mask, offsets in pairs(width)]
        for _ in range(count):
            rows.append((op, width, *pattern(rng, op, width)))
    write_probe(folder, rows)


def questions(folder, files):
    rows, keys = [], []
    for file in files:
        for number, question in enumerate(json.load(open(file))):
            if "addresses" not in question or question["asks"] not in ("sectors", "wavefronts"):
                continue
            width, places = question["bytes"], question["addresses"]
            op = ("ld" if " load " in question["text"] else "st") + (".global" if question["asks"] == "sectors" else ".shared")
            offsets = [place // width for place in places] + [0] * (LANES - len(places))
            rows.append((op, width, (1 << len(places)) - 1, offsets))
            keys.append((op, width, question["key"], f"{file} {number + 1}"))
    order = sorted(range(len(rows)), key=lambda n: rows[n][:2]) # a kernel has accesses of one kind
    write_probe(folder, [rows[n] for n in order])
    with open(f"{folder}/keys.csv", "w") as f:
        csv.writer(f).writerows(keys[n] for n in order)


def keys(folder, table):
    right = wrong = 0
    for (op, _, key, where), row in zip(csv.reader(open(f"{folder}/keys.csv")), csv.DictReader(open(table)), strict=True):
        counted = row["shared_wavefronts" if "shared" in op else "global_sectors"]
        if float(counted) == float(key):
            right += 1
        else:
            wrong += 1
            print(f"question {where}: the key is {key}, the GPU counted {counted}")
    print(f"{right} of {right + wrong} keys are what the GPU counted")
    return wrong


def write_probe(folder, rows):
    with open(f"{folder}/patterns.csv", "w") as f:
        f.write("op,width_bytes,active_mask_hex,element_offset_per_lane\n")
        for op, width, mask, offsets in rows:
            f.write(f"{op},{width},{mask:08x},{' '.join(map(str, offsets))}\n")
    with open(f"{folder}/probe.cu", "w") as f:
        f.write("// Generated by tests/hardware/access_patterns.py\n#include <cstdio>\n#include <cstdlib>\n#include <fstream>\n"
                "#include <sstream>\n#include <string>\n#include <vector>\n")
        chunks = []
        start = 0
        while start < len(rows):
            end = start
            while end < len(rows) and end - start < CHUNK and rows[end][:2] == rows[start][:2]:
                end += 1
            chunks.append((start, end))
            start = end
        for n, (a, b) in enumerate(chunks):
            op, width = rows[a][:2]
            asm = ACCESS[(op, width)]
            f.write(f"__global__ void probe_{n}(const int* table, unsigned* sink, char* global) {{\n"
                    "    extern __shared__ __align__(128) char memory[];\n"
                    "    const unsigned base = (unsigned)__cvta_generic_to_shared(memory);\n    unsigned sum = 0, v = threadIdx.x;\n"
                    "    int offset;\n")
            for i in range(b - a):
                f.write(f"    offset = table[{i} * 32 + threadIdx.x];\n"
                        '    asm volatile("{ .reg .pred p; .reg .b32 x0, x1, x2, x3; .reg .b64 w; .reg .b16 h; setp.ge.s32 p, %1, 0; @p bra A; bra B; A: '
                        + asm + ' B: }" : "+r"(v) : "r"(offset), "r"(base + offset), "l"(global + offset) : "memory");\n'
                        "    sum += v;\n")
            f.write("    sink[threadIdx.x] = sum;\n}\n")
        f.write("int main(int, char** argv) {\n    std::ifstream in(argv[1]);\n    std::string line;\n    std::getline(in, line);\n"
                "    std::vector<int> table;\n"
                "    while (std::getline(in, line)) {\n        std::stringstream s(line);\n        std::string op, width, mask, list;\n"
                "        std::getline(s, op, ',');\n        std::getline(s, width, ',');\n        std::getline(s, mask, ',');\n"
                "        std::getline(s, list, ',');\n        std::stringstream l(list);\n"
                "        const unsigned long m = std::stoul(mask, nullptr, 16);\n"
                "        for (int i = 0; i < 32; ++i) {\n            int o;\n            l >> o;\n"
                "            table.push_back(m >> i & 1 ? o * std::stoi(width) : -1);\n        }\n    }\n"
                "    int* t;\n    unsigned* sink;\n    char* global;\n    cudaMalloc(&t, table.size() * 4);\n"
                "    cudaMalloc(&sink, 128);\n    cudaMalloc(&global, 1 << 20);\n"
                "    cudaMemcpy(t, table.data(), table.size() * 4, cudaMemcpyHostToDevice);\n")
        for n, (a, b) in enumerate(chunks):
            f.write(f"    cudaFuncSetAttribute(probe_{n}, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);\n"
                    f"    probe_{n}<<<1, 32, 65536>>>(t + {a} * 32, sink, global);\n")
        f.write("    const cudaError_t e = cudaDeviceSynchronize();\n    std::puts(cudaGetErrorString(e));\n"
                "    return e != cudaSuccess;\n}\n")


# What a pattern's instruction looks like in machine code.
SASS = {"ld.shared": ("LDS",), "st.shared": ("STS",), "atom.shared": ("ATOMS",), "cas.shared": ("ATOMS",),
        "red.shared": ("ATOMS",), "inc.shared": ("ATOMS",), "ld.global": ("LDG",), "st.global": ("STG",),
        "atom.global": ("ATOMG",), "red.global": ("RED",), "cp.async": ("LDGSTS",), "cp.async.cg": ("LDGSTS",)}
METRICS = {"shared_wavefronts": "memory_l1_wavefronts_shared", "shared_wavefronts_ideal": "memory_l1_wavefronts_shared_ideal",
           "global_sectors": "memory_l2_theoretical_sectors_global",
           "global_sectors_ideal": "memory_l2_theoretical_sectors_global_ideal", "l1_tag_requests": "memory_l1_tag_requests_global"}


REGISTER = re.compile(r"\bR(\d+)\b")


def accesses(table, names):
    """(number of the pattern, row of the profile) of each instruction that the probe is about.

    The compiler puts loads in another order, so the offset's way is followed: from the load out of the table, whose
    displacement tells the number, through the registers to the address of the access.
    """
    origin = {}  # register: number of the pattern whose offset went into it
    for row in table:
        text = re.sub(r"^@!?U?P\d+\s+", "", row["Source"].strip())
        name, _, operands = text.partition(" ")
        address = operands[operands.rfind("["):operands.rfind("]") + 1] if "[" in operands else ""
        base = REGISTER.search(address)
        number = origin.get(int(base.group(1))) if base else None
        if number is not None and name.startswith(names):
            yield number, row
        target, _, sources = operands.partition(",")
        if not target.startswith("R") or name.startswith(("ST", "RED")):
            continue
        if name.startswith("LDG") and number is None:
            displacement = re.search(r"\+(0x[0-9a-f]+)\]", address)
            known = int(displacement.group(1), 16) // (4 * LANES) if displacement else 0
        elif address:  # what an access brings is no offset
            known = None
        else:
            known = next((origin[int(r)] for r in REGISTER.findall(sources) if origin.get(int(r)) is not None), None)
        register = REGISTER.search(target)
        if register:
            origin[int(register.group(1))] = known


def join(folder, source):
    patterns = list(csv.DictReader(open(f"{folder}/patterns.csv")))
    # One table for each kernel, its header before it.
    tables, header = [], None
    for row in csv.reader(open(source, errors="replace")):
        if "Source" in row and any(m in row for m in METRICS.values()):
            header = row
            tables.append([])
        elif header and len(row) == len(header):
            tables[-1].append(dict(zip(header, row)))
    # ncu prints the table of a launch twice.
    tables = [t for n, t in enumerate(tables) if n == 0 or t != tables[n - 1]]
    found = []
    at = 0
    for table in tables:
        key = (patterns[at]["op"], patterns[at]["width_bytes"])
        end = at
        while end < len(patterns) and end - at < CHUNK and (patterns[end]["op"], patterns[end]["width_bytes"]) == key:
            end += 1
        hits = dict(accesses(table, SASS[key[0]]))
        if sorted(hits) != list(range(end - at)):
            sys.exit(f"kernel for patterns {at} to {end}: {len(hits)} instructions instead of {end - at}")
        found += [hits[n] for n in range(end - at)]
        at = end
    if at != len(patterns):
        sys.exit(f"{at} of {len(patterns)} patterns were found")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["op", "width_bytes", "active_mask_hex", "element_offset_per_lane", *METRICS])
    for p, row in zip(patterns, found):
        both = p["op"].startswith("cp.async")
        shared = "shared" in p["op"]
        out.writerow([p["op"], p["width_bytes"], p["active_mask_hex"], p["element_offset_per_lane"],
                      *(row.get(m, "") if both or ("shared" in c) == shared else "" for c, m in METRICS.items())])


if __name__ == "__main__":
    if len(sys.argv) >= 3 and sys.argv[1] == "generate":
        generate(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    elif len(sys.argv) >= 4 and sys.argv[1] == "questions":
        questions(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) == 4 and sys.argv[1] == "keys":
        sys.exit(1 if keys(sys.argv[2], sys.argv[3]) else 0)
    elif len(sys.argv) == 4 and sys.argv[1] == "join":
        join(sys.argv[2], sys.argv[3])
    else:
        sys.exit(__doc__)
