#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the fixtures (*.fixtures) of the instructions whose values follow from the text of the PTX ISA 9.0.

The expected values are computed here, with whole numbers and fractions, and by no code that the emulator shares.
    python3 tests/sim/instructions/generate.py
"""
import itertools
import math
import pathlib
import random

import softfloat as sf

HERE = pathlib.Path(__file__).parent
FILES = {}
RANDOM = random.Random(1234)


# What ptxas makes something else of than the PTX ISA says, as an H200 has shown: scalar video instructions, which
# no hardware since Maxwell has. Sums beyond 32 bits are not clamped, negative ones that go to an unsigned part are
# clamped to its largest number, and a `vmad` of unsigned numbers shifts its sum as a signed one.
COMPILED_OTHERWISE = {
    "vadd.u32.u32.u32.sat d a b",
    "vadd.u32.u32.s32.sat d a b",
    "vadd.s32.s32.u32.sat d.h1 a.h0 b",
    "vadd.u32.s32.s32.sat d.b2 a b.b1",
    "vadd.s32.s32.u32.sat d.b0 a.b2 b.h1",
    "vsub.u32.u32.s32.sat d a b",
    "vsub.s32.s32.u32.sat d.h1 a.h0 b",
    "vsub.u32.s32.s32.sat d.b2 a b.b1",
    "vsub.s32.s32.u32.sat d.b0 a.b2 b.h1",
    "vabsdiff.u32.u32.s32.sat d a b",
    "vabsdiff.u32.s32.u32.sat d a b",
    "vabsdiff.s32.s32.u32.sat d.h1 a.h0 b",
    "vmin.s32.s32.u32.sat d.h1 a.h0 b",
    "vmin.u32.s32.s32.sat d.b2 a b.b1",
    "vmin.s32.s32.u32.sat d.b0 a.b2 b.h1",
    "vmax.s32.s32.u32.sat d.h1 a.h0 b",
    "vmax.u32.s32.s32.sat d.b2 a b.b1",
    "vmad.u32.u32.u32.sat",
    "vmad.u32.u32.u32.sat.shr7",
    "vmad.u32.u32.u32.shr7",
    "vmad.u32.u32.u32.sat.shr15",
    "vmad.u32.u32.u32.shr15",
}


def emit(file, name, ins, outs, code, rows, target=75, bound="exact", before=""):
    text = [f"fixture {name}"]
    if target != 75:
        text.append(f"target {target}")
    if ins:
        text.append("in " + " ".join(ins))
    text.append("out " + " ".join(outs))
    if bound != "exact":
        text.append("bound " + bound)
    if name in COMPILED_OTHERWISE:
        text.append("otherwise ptxas 13.0, sm_90")
    if before:
        text += ["before", before.strip("\n"), "end"]
    text += ["code", code.strip("\n"), "end", "rows"]
    for given, expected in rows:
        text.append(" ".join(["%x" % v for v in given] + [":"] + ["-" if v is None else "%x" % v for v in expected]))
    text.append("end\n")
    FILES.setdefault(file, []).append("\n".join(text))


def bits_of(t):
    return 1 if t == "pred" else 32 if t.endswith("x2") else int("".join(c for c in t if c.isdigit()))


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def integer(value, t):
    return signed(value, bits_of(t)) if t[0] == "s" else value & ((1 << bits_of(t)) - 1)


def mask(value, bits):
    return value & ((1 << bits) - 1)


def integers(bits, count=24):
    edges = [0, 1, 2, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1, 31 % (1 << bits), 5]
    return edges + [RANDOM.getrandbits(bits) >> RANDOM.choice([0, 0, bits // 2]) for _ in range(count - len(edges))]


def floats(fmt, count=30):
    e, f = sf.FORMATS[fmt]
    sign = 1 << (e + f)
    inf = ((1 << e) - 1) << f
    bias = (1 << (e - 1)) - 1
    one = bias << f
    edges = [0, sign, one, one | sign, inf, inf | sign, inf | 1 << (f - 1), 1, sign | 1, (1 << f) - 1, 1 << f, inf - 1,
             (inf - 1) | sign, one + 1, one + (1 << f), one - 1, one + (1 << (f - 1))]
    more = [RANDOM.getrandbits(1) * sign | RANDOM.randint(bias - 4, bias + 4) << f | RANDOM.getrandbits(f)
            for _ in range((count - len(edges)) * 2 // 3)]
    more += [RANDOM.getrandbits(e + f + 1) for _ in range(count - len(edges) - len(more))]
    return edges + more


def tuples(values, arity, count=40):
    """Edge cases against each other, then at random."""
    if arity == 1:
        return [(v,) for v in values]
    chosen = [tuple(values[(i * (k + 1) + k * 3) % len(values)] for k in range(arity)) for i in range(len(values))]
    chosen += [tuple(RANDOM.choice(values) for _ in range(arity)) for _ in range(max(0, count - len(values)))]
    return chosen


def plain(file, name, types, function, rows, d, target=75, bound="exact", extra="", mnemonic=None):
    """An instruction d, a, b, c with those types."""
    names = "abcefg"[: len(types)]
    mnemonic = mnemonic or name
    emit(file, name, [f"{n}:{t}" for n, t in zip(names, types)], [f"d:{d}"],
         f"{mnemonic} %d, {', '.join('%' + n for n in names)}{extra};",
         [(r, (function(*r),)) for r in rows], target, bound)


# ---- integers -------------------------------------------------------------------------------------------------------

def integer_arithmetic():
    f = "integer"
    wide = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
    for t in ("u16", "s16", "u32", "s32", "u64", "s64"):
        b = bits_of(t)
        i = lambda v, t=t: integer(v, t)
        reg = f"b{b}"
        two = [reg, reg]
        pairs = tuples(integers(b), 2)
        triples = tuples(integers(b), 3)
        nonzero = [(x, y) for x, y in pairs if y and not (t[0] == "s" and i(y) == -1 and x == 1 << (b - 1))]

        def quotient(x, y):
            q = abs(i(x)) // abs(i(y))
            return q if (i(x) < 0) == (i(y) < 0) else -q

        plain(f, f"add.{t}", two, lambda x, y: mask(x + y, b), pairs, reg)
        plain(f, f"sub.{t}", two, lambda x, y: mask(x - y, b), pairs, reg)
        plain(f, f"mul.lo.{t}", two, lambda x, y: mask(i(x) * i(y), b), pairs, reg)
        plain(f, f"mul.hi.{t}", two, lambda x, y: mask(i(x) * i(y) >> b, b), pairs, reg)
        plain(f, f"mad.lo.{t}", two + [reg], lambda x, y, z: mask(i(x) * i(y) + z, b), triples, reg)
        plain(f, f"mad.hi.{t}", two + [reg], lambda x, y, z: mask((i(x) * i(y) >> b) + z, b), triples, reg)
        plain(f, f"sad.{t}", two + [reg], lambda x, y, z: mask(z + abs(i(x) - i(y)), b), triples, reg)
        plain(f, f"div.{t}", two, lambda x, y: mask(quotient(x, y), b), nonzero, reg)
        plain(f, f"rem.{t}", two, lambda x, y: mask(i(x) - i(y) * quotient(x, y), b), nonzero, reg)
        plain(f, f"min.{t}", two, lambda x, y: x if i(x) < i(y) else y, pairs, reg)
        plain(f, f"max.{t}", two, lambda x, y: x if i(x) > i(y) else y, pairs, reg)
        if t in wide:
            w = f"b{2 * b}"
            plain(f, f"mul.wide.{t}", two, lambda x, y: mask(i(x) * i(y), 2 * b), pairs, w)
            more = [(x, y, RANDOM.getrandbits(2 * b)) for x, y in pairs]
            plain(f, f"mad.wide.{t}", two + [w], lambda x, y, z: mask(i(x) * i(y) + z, 2 * b), more, w)
        if t[0] == "s":
            ones = tuples(integers(b), 1)
            plain(f, f"abs.{t}", [reg], lambda x: mask(abs(i(x)), b), ones, reg)
            plain(f, f"neg.{t}", [reg], lambda x: mask(-i(x), b), ones, reg)
    clamp = lambda v: mask(max(-2**31, min(2**31 - 1, v)), 32)
    s = lambda v: signed(v, 32)
    pairs, triples = tuples(integers(32), 2), tuples(integers(32), 3)
    plain(f, "add.sat.s32", ["b32", "b32"], lambda x, y: clamp(s(x) + s(y)), pairs, "b32")
    plain(f, "sub.sat.s32", ["b32", "b32"], lambda x, y: clamp(s(x) - s(y)), pairs, "b32")
    plain(f, "mad.hi.sat.s32", ["b32"] * 3, lambda x, y, z: clamp((s(x) * s(y) >> 32) + s(z)), triples, "b32")
    for op, relu in itertools.product((min, max), (False, True)):
        name = op.__name__ + (".relu" if relu else "")
        if relu:
            plain(f, f"{name}.s32", ["b32", "b32"], lambda x, y, o=op: mask(max(0, o(s(x), s(y))), 32), pairs, "b32", 90)
        for t in ("s16x2",) if relu else ("s16x2", "u16x2"):
            def packed(x, y, o=op, t=t, relu=relu):
                r = 0
                for k in (0, 16):
                    v = o(integer(x >> k, t[:3]), integer(y >> k, t[:3]))
                    r |= mask(max(v, 0) if relu else v, 16) << k
                return r
            plain(f, f"{name}.{t}", ["b32", "b32"], packed, pairs, "b32", 90)
    for t in ("u16x2", "s16x2"):
        plain(f, f"add.{t}", ["b32", "b32"],
              lambda x, y: mask((x & 0xffff) + y, 16) | mask((x >> 16) + (y >> 16), 16) << 16, pairs, "b32", 90)
    for t in ("u32", "s32"):
        low = (lambda v: signed(v, 24)) if t == "s32" else (lambda v: v & 0xffffff)
        plain(f, f"mul24.lo.{t}", ["b32"] * 2, lambda x, y: mask(low(x) * low(y), 32), pairs, "b32")
        plain(f, f"mul24.hi.{t}", ["b32"] * 2, lambda x, y: mask(low(x) * low(y) >> 16, 32), pairs, "b32")
        plain(f, f"mad24.lo.{t}", ["b32"] * 3, lambda x, y, z: mask(low(x) * low(y) + z, 32), triples, "b32")
        plain(f, f"mad24.hi.{t}", ["b32"] * 3, lambda x, y, z: mask((low(x) * low(y) >> 16) + z, 32), triples, "b32")
    plain(f, "mad24.hi.sat.s32", ["b32"] * 3,
          lambda x, y, z: clamp((signed(x, 24) * signed(y, 24) >> 16) + s(z)), triples, "b32")
    for ta, tb in itertools.product(("u32", "s32"), repeat=2):
        part = lambda v, k, w, t: integer(v >> (k * w), f"{t[0]}{w}")
        plain(f, f"dp4a.{ta}.{tb}", ["b32"] * 3,
              lambda x, y, z: mask(z + sum(part(x, k, 8, ta) * part(y, k, 8, tb) for k in range(4)), 32), triples, "b32")
        for half in (0, 1):
            plain(f, f"dp2a.{'hi' if half else 'lo'}.{ta}.{tb}", ["b32"] * 3,
                  lambda x, y, z: mask(z + sum(part(x, k, 16, ta) * part(y, k + 2 * half, 8, tb) for k in range(2)), 32),
                  triples, "b32")
    # Chains of carries: 128-bit sums, differences and products from 32- and 64-bit pieces.
    for b in (32, 64):
        n = 3
        ins = [f"{p}{k}:b{b}" for p in "ab" for k in range(n)]
        rows = []
        values = integers(b, 40)
        for _ in range(32):
            x = [RANDOM.choice(values) for _ in range(n)]
            y = [RANDOM.choice(values) for _ in range(n)]
            rows.append((x, y))
        total = lambda v: sum(w << (b * k) for k, w in enumerate(v))
        split = lambda v: tuple(mask(v >> (b * k), b) for k in range(n))
        for op, sign in (("add", 1), ("sub", -1)):
            code = f"{op}.cc.u{b} %d0, %a0, %b0;\n{op}c.cc.u{b} %d1, %a1, %b1;\n{op}c.u{b} %d2, %a2, %b2;"
            emit(f, f"{op}.cc, {op}c of b{b}", ins, [f"d{k}:b{b}" for k in range(n)], code,
                 [(x + y, split(total(x) + sign * total(y))) for x, y in rows])
        code = (f"mul.lo.u{b} %d0, %a0, %b0;\nmul.hi.u{b} %d1, %a0, %b0;\nmad.lo.cc.u{b} %d1, %a0, %b1, %d1;\n"
                f"madc.hi.u{b} %d2, %a0, %b1, 0;\nmad.lo.cc.u{b} %d1, %a1, %b0, %d1;\nmadc.hi.u{b} %d2, %a1, %b0, %d2;\n"
                f"mad.lo.u{b} %d2, %a1, %b1, %d2;")
        emit(f, f"mad.cc, madc of b{b}", ins, [f"d{k}:b{b}" for k in range(n)], code,
             [(x + y, split(total(x[:2]) * total(y[:2]))) for x, y in rows])


def bit_instructions():
    f = "bits"
    for t in ("b16", "b32", "b64", "pred"):
        b = bits_of(t)
        values = integers(b) if b > 1 else [0, 1]
        pairs = tuples(values, 2, 24) if b > 1 else [(0, 0), (0, 1), (1, 0), (1, 1)]
        ones = tuples(values, 1)
        for name, op in (("and", lambda x, y: x & y), ("or", lambda x, y: x | y), ("xor", lambda x, y: x ^ y)):
            plain(f, f"{name}.{t}", [t, t], op, pairs, t)
        plain(f, f"not.{t}", [t], lambda x: mask(~x, b), ones, t)
        if t != "pred":
            plain(f, f"cnot.{t}", [t], lambda x: int(x == 0), ones, t)
    for kind, b in itertools.product("bus", (16, 32, 64)):
        amounts = [0, 1, 5, b - 1, b, b + 1, 33, 64, 255, 0xffffffff]
        rows = [(x, RANDOM.choice(amounts)) for x in integers(b, 30)] + [(1 << (b - 1) | 1, a) for a in amounts]
        if kind == "b":
            plain(f, f"shl.b{b}", [f"b{b}", "b32"], lambda x, n: mask(x << min(n, 64), b), rows, f"b{b}")
        sign = (lambda v: signed(v, b)) if kind == "s" else (lambda v: v)
        plain(f, f"shr.{kind}{b}", [f"b{b}", "b32"], lambda x, n: mask(sign(x) >> min(n, 64), b), rows, f"b{b}")
    for b in (32, 64):
        ones = tuples(integers(b), 1)
        plain(f, f"popc.b{b}", [f"b{b}"], lambda x: bin(x).count("1"), ones, "b32")
        plain(f, f"clz.b{b}", [f"b{b}"], lambda x: b - x.bit_length(), ones, "b32")
        plain(f, f"brev.b{b}", [f"b{b}"], lambda x: int(format(x, f"0{b}b")[::-1], 2), ones, f"b{b}")
        for t, amount in itertools.product((f"u{b}", f"s{b}"), (False, True)):
            def find(x, t=t, amount=amount):
                v = integer(x, t)
                v = ~v if v < 0 else v
                if v == 0:
                    return 0xffffffff
                return b - v.bit_length() if amount else v.bit_length() - 1
            plain(f, f"bfind{'.shiftamt' if amount else ''}.{t}", [f"b{b}"], find, ones, "b32")
        fields = [(x, RANDOM.choice([0, 3, b - 1, b, 40, 255, 256 + 4]), RANDOM.choice([0, 1, 7, b - 1, b, 200, 256 + 5]))
                  for x in integers(b, 40)]
        for t in (f"u{b}", f"s{b}"):
            def extract(x, p, n, t=t):
                p, n = (p & 255, n & 255) if b == 32 else (min(p, 255), min(n, 255))  # of 64 bits the H200 sees them whole
                if n == 0:
                    return 0
                sign = x >> min(p + n - 1, b - 1) & 1 if t[0] == "s" else 0
                return sum((x >> (p + k) & 1 if k < n and p + k < b else sign) << k for k in range(b))
            plain(f, f"bfe.{t}", [f"b{b}", "b32", "b32"], extract, fields, f"b{b}")

        def insert(x, y, p, n):
            p, n = (p & 255, n & 255) if b == 32 else (min(p, 255), min(n, 255))
            for k in range(n):
                if p + k < b:
                    y = y & ~(1 << (p + k)) | (x >> k & 1) << (p + k) if k < b else y & ~(1 << (p + k))
            return y
        plain(f, f"bfi.b{b}", [f"b{b}", f"b{b}", "b32", "b32"], insert,
              [(x, RANDOM.getrandbits(b), p, n) for x, p, n in fields], f"b{b}")
    small = [(x, n) for x, n in zip(integers(32, 30), itertools.cycle([0, 1, 8, 31, 32, 40, 64 + 3]))]
    for clamp, t in itertools.product((False, True), ("u32", "s32")):
        def extend(x, n, clamp=clamp, t=t):
            n = min(n, 32) if clamp else n & 31
            return mask(integer(x, f"{t[0]}{n}"), 32) if n else 0
        plain(f, f"szext.{'clamp' if clamp else 'wrap'}.{t}", ["b32", "b32"], extend, small, "b32", 75)
    places = [(p, n) for p in (0, 1, 7, 31, 32, 35) for n in (0, 1, 8, 31, 32, 33)]
    for clamp in (False, True):
        cut = (lambda v: min(v, 32)) if clamp else (lambda v: v & 31)
        plain(f, f"bmsk.{'clamp' if clamp else 'wrap'}.b32", ["b32", "b32"],
              lambda p, n: mask(((1 << cut(n)) - 1) << cut(p), 32), places, "b32")
    for left, clamp in itertools.product((True, False), repeat=2):
        def funnel(x, y, n, left=left, clamp=clamp):
            n = min(n, 32) if clamp else n & 31
            pair = y << 32 | x
            return mask(pair << n >> 32 if left else pair >> n, 32)
        rows = [(x, RANDOM.getrandbits(32), n) for x, n in zip(integers(32, 30), itertools.cycle([0, 1, 8, 31, 32, 40]))]
        plain(f, f"shf.{'l' if left else 'r'}.{'clamp' if clamp else 'wrap'}.b32", ["b32"] * 3, funnel, rows, "b32")
    for table in (0x00, 0x80, 0xe8, 0x96, 0x1b, 0xca, 0xff):
        def lop(x, y, z, table=table):
            return sum((table >> ((x >> k & 1) << 2 | (y >> k & 1) << 1 | z >> k & 1) & 1) << k for k in range(32))
        plain(f, f"lop3.b32", ["b32"] * 3, lop, tuples(integers(32), 3, 24), "b32", extra=f", {table}")

    # Two halves or four bytes at a time (sections 9.7.18.1 and 9.7.18.2).
    simd = {"vadd": lambda x, y: x + y, "vsub": lambda x, y: x - y, "vavrg": lambda x, y: (x + y + (x + y >= 0)) >> 1,
            "vabsdiff": lambda x, y: abs(x - y), "vmin": min, "vmax": max}
    triples = tuples(integers(32, 24), 3, 30)
    for (name, op), n, t in itertools.product(simd.items(), (2, 4), ("u32", "s32")):
        w = 32 // n
        parts = lambda x: [integer(x >> (w * k), f"{t[0]}{w}") for k in range(n)]
        low, high = (-(1 << (w - 1)), (1 << (w - 1)) - 1) if t == "s32" else (0, (1 << w) - 1)
        join = lambda values: sum(mask(v, w) << (w * k) for k, v in enumerate(values))
        plain(f, f"{name}{n}.{t}.{t}.{t}", ["b32"] * 3, lambda x, y, z: join(op(p, q) for p, q in zip(parts(x), parts(y))), triples, "b32")
        plain(f, f"{name}{n}.{t}.{t}.{t}.sat", ["b32"] * 3,
              lambda x, y, z: join(max(low, min(high, op(p, q))) for p, q in zip(parts(x), parts(y))), triples, "b32")
        plain(f, f"{name}{n}.{t}.{t}.{t}.add", ["b32"] * 3,
              lambda x, y, z: mask(z + sum(op(p, q) for p, q in zip(parts(x), parts(y))), 32), triples, "b32")

    def nth(x, base, offset):
        offset = signed(offset, 32)
        if offset == 0:
            return base if x >> base & 1 else 0xffffffff
        places = [k for k in (range(base, 32) if offset > 0 else range(base, -1, -1)) if x >> k & 1]
        return places[abs(offset) - 1] if abs(offset) <= len(places) else 0xffffffff
    plain(f, "fns.b32", ["b32"] * 3, nth,
          [(x, RANDOM.randrange(32), mask(RANDOM.choice([0, 1, 2, 5, -1, -3, 40]), 32)) for x in integers(32, 40)], "b32")

    def byte(pair, selector):
        v = pair >> (8 * (selector & 7)) & 255
        return (255 if v & 128 else 0) if selector & 8 else v
    selectors = {
        "": lambda c: [c >> (4 * k) & 15 for k in range(4)], ".f4e": lambda c: [(c & 3) + k for k in range(4)],
        ".b4e": lambda c: [((c & 3) - k) & 7 for k in range(4)], ".rc8": lambda c: [c & 3] * 4,
        ".ecl": lambda c: [max(c & 3, k) for k in range(4)], ".ecr": lambda c: [min(c & 3, k) for k in range(4)],
        ".rc16": lambda c: [2 * (c & 1), 2 * (c & 1) + 1] * 2}
    for mode, pick in selectors.items():
        rows = [(RANDOM.getrandbits(32), RANDOM.getrandbits(32), k if k < 4 else RANDOM.getrandbits(16)) for k in range(24)]
        plain(f, f"prmt.b32{mode}", ["b32"] * 3,
              lambda x, y, c: sum(byte(y << 32 | x, n) << (8 * k) for k, n in enumerate(pick(c))), rows, "b32")
    # Vectors of registers.
    rows = [(RANDOM.getrandbits(64),) for _ in range(8)]
    emit(f, "mov.b64 {}, and back", ["a:b64"], ["d:b64", "x:b32", "y:b32"],
         "mov.b64 {%x, %y}, %a;\nmov.b64 %d, {%y, %x};",
         [(r, (mask(r[0], 32) << 32 | r[0] >> 32, mask(r[0], 32), r[0] >> 32)) for r in rows])
    emit(f, "mov.b32 {}, and back", ["a:b32"], ["d:b32", "x:b16", "y:b16"],
         "mov.b32 {%x, %y}, %a;\nmov.b32 %d, {%y, %x};",
         [((mask(r[0], 32),), (mask(r[0], 16) << 16 | r[0] >> 16 & 0xffff, r[0] & 0xffff, r[0] >> 16 & 0xffff)) for r in rows])
    emit(f, "mov.b64 {} of four", ["a:b64"], ["w:b16", "x:b16", "y:b16", "z:b16", "d:b64"],
         "mov.b64 {%w, %x, %y, %z}, %a;\nmov.b64 %d, {%z, %y, %x, %w};",
         [(r, tuple(r[0] >> (16 * k) & 0xffff for k in range(4)) +
           (sum((r[0] >> (16 * k) & 0xffff) << (48 - 16 * k) for k in range(4)),)) for r in rows])
    emit(f, "mov.b64 {_, }", ["a:b64"], ["d:b32"], "mov.b64 {_, %d}, %a;", [(r, (r[0] >> 32,)) for r in rows])


# ---- comparison and selection ---------------------------------------------------------------------------------------

def relation(name, order):
    """order: -1, 0, 1, or None where an operand is not a number."""
    base = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(name, name)
    if base == "num":
        return order is not None
    if base == "nan":
        return order is None
    if order is None:
        return base.endswith("u")
    base = base[:2]
    return {"eq": order == 0, "ne": order != 0, "lt": order < 0, "le": order <= 0, "gt": order > 0, "ge": order >= 0}[base]


def comparisons():
    f = "compare"
    float_ops = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    cases = []
    for t in ("b16", "b32", "b64"):
        cases.append((t, ["eq", "ne"]))
    for t in ("u16", "u32", "u64"):
        cases.append((t, ["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"]))
    for t in ("s16", "s32", "s64"):
        cases.append((t, ["eq", "ne", "lt", "le", "gt", "ge"]))
    for t in ("f16", "bf16", "f32", "f64"):
        cases.append((t, float_ops))
    for t, names in cases:
        isfloat = "f" in t
        b = bits_of(t)
        values = floats(t) if isfloat else integers(b)
        pairs = tuples(values, 2, 34)
        if isfloat:
            order = lambda x, y, t=t: sf.compare(sf.decode(t, x), sf.decode(t, y))
        else:
            order = lambda x, y, t=t: (integer(x, t) > integer(y, t)) - (integer(x, t) < integer(y, t))
        target = 90 if t == "bf16" else 75
        for name in names:
            # Every comparison; the combinations take turns.
            combine = ["", ".and", ".or", ".xor"][(names.index(name) + len(t)) % 4]
            op = {"": lambda r, c: r, ".and": lambda r, c: r & c, ".or": lambda r, c: r | c, ".xor": lambda r, c: r ^ c}[combine]
            negated = combine and names.index(name) % 2
            rows = []
            for k, (x, y) in enumerate(pairs):
                r, c = int(relation(name, order(x, y))), k % 3 & 1
                given = c ^ 1 if negated else c
                rows.append(((x, y, c), (op(r, given), op(1 - r, given))))
            single = t in ("f16", "bf16")  # these have no complement
            emit(f, f"setp.{name}{combine}.{t}", [f"a:b{b}", f"b:b{b}", "c:pred"], ["p:pred"] if single else ["p:pred", "q:pred"],
                 f"setp.{name}{combine}.{t} %p{'' if single else '|%q'}, %a, %b"
                 f"{', ' + ('!' if negated else '') + '%c' if combine else ''};",
                 [(r, e[:1] if single else e) for r, e in rows], target)
        if t in ("f16", "bf16"):
            continue
        for k, (name, d) in enumerate(itertools.product(names[:6], ("u32", "s32", "f32"))):
            one = 0x3f800000 if d == "f32" else 0xffffffff
            emit(f, f"set.{name}.{d}.{t}", [f"a:b{b}", f"b:b{b}"], ["d:b32"], f"set.{name}.{d}.{t} %d, %a, %b;",
                 [((x, y), (one if relation(name, order(x, y)) else 0,)) for x, y in pairs[:24]], target)
        name = names[2 % len(names)]
        rows = [((x, y, k & 1), (0xffffffff if relation(name, order(x, y)) and k & 1 else 0,)) for k, (x, y) in enumerate(pairs)]
        emit(f, f"set.{name}.and.u32.{t}", [f"a:b{b}", f"b:b{b}", "c:pred"], ["d:b32"],
             f"set.{name}.and.u32.{t} %d, %a, %b, %c;", rows, target)
    pairs = tuples(floats("f32"), 2, 40)
    zero = lambda x: sf.flushed("f32", x)
    for name in ("eq", "lt", "neu", "ge"):
        emit(f, f"setp.{name}.ftz.f32", ["a:b32", "b:b32"], ["p:pred"], f"setp.{name}.ftz.f32 %p, %a, %b;",
             [((x, y), (int(relation(name, sf.compare(sf.decode("f32", zero(x)), sf.decode("f32", zero(y))))),)) for x, y in pairs])
    # Halves: set gives 1.0 or all ones in its own type; two of them give two predicates or two results.
    for t, target in (("f16", 75), ("bf16", 90)):
        one = sf.encode(t, 1)
        values = floats(t, 36)
        pairs = tuples(values, 2, 36)
        packed = [(x | values[(k * 5 + 2) % len(values)] << 16, y | values[(k * 7 + 3) % len(values)] << 16)
                  for k, (x, y) in enumerate(pairs)]
        order = lambda x, y, t=t: sf.compare(sf.decode(t, x), sf.decode(t, y))
        for name in float_ops:
            holds = lambda x, y: relation(name, order(x & 0xffff, y & 0xffff))
            emit(f, f"set.{name}.{t}.{t}", ["a:b16", "b:b16"], ["d:b16"], f"set.{name}.{t}.{t} %d, %a, %b;",
                 [((x, y), (one if holds(x, y) else 0,)) for x, y in pairs], target)
            emit(f, f"set.{name}.u32.{t}", ["a:b16", "b:b16"], ["d:b32"], f"set.{name}.u32.{t} %d, %a, %b;",
                 [((x, y), (0xffffffff if holds(x, y) else 0,)) for x, y in pairs], target)
            emit(f, f"set.{name}.{t}x2.{t}x2", ["a:b32", "b:b32"], ["d:b32"], f"set.{name}.{t}x2.{t}x2 %d, %a, %b;",
                 [((x, y), ((one if holds(x, y) else 0) | (one << 16 if holds(x >> 16, y >> 16) else 0),)) for x, y in packed], target)
            emit(f, f"set.{name}.u32.{t}x2", ["a:b32", "b:b32"], ["d:b32"], f"set.{name}.u32.{t}x2 %d, %a, %b;",
                 [((x, y), ((0xffff if holds(x, y) else 0) | (0xffff0000 if holds(x >> 16, y >> 16) else 0),)) for x, y in packed], target)
            emit(f, f"setp.{name}.{t}x2", ["a:b32", "b:b32"], ["p:pred", "q:pred"], f"setp.{name}.{t}x2 %p|%q, %a, %b;",
                 [((x, y), (int(holds(x, y)), int(holds(x >> 16, y >> 16)))) for x, y in packed], target)
    for t in ("b16", "b32", "b64", "u16", "s32", "u64", "f32", "f64"):
        b = bits_of(t)
        rows = [((x, y, k & 1), (x if k & 1 else y,)) for k, (x, y) in enumerate(tuples(integers(b), 2, 24))]
        emit(f, f"selp.{t}", [f"a:b{b}", f"b:b{b}", "c:pred"], [f"d:b{b}"], f"selp.{t} %d, %a, %b, %c;", rows)
        rows = [((x, y, c), (x if signed(c, 32) >= 0 else y,)) for (x, y), c in zip(tuples(integers(b), 2, 24), itertools.cycle(integers(32)))]
        emit(f, f"slct.{t}.s32", [f"a:b{b}", f"b:b{b}", "c:b32"], [f"d:b{b}"], f"slct.{t}.s32 %d, %a, %b, %c;", rows)
        rows = [((x, y, c), (x if relation("ge", sf.compare(sf.decode("f32", c), sf.ZERO)) else y,))
                for (x, y), c in zip(tuples(integers(b), 2, 30), itertools.cycle(floats("f32")))]
        emit(f, f"slct.{t}.f32", [f"a:b{b}", f"b:b{b}", "c:b32"], [f"d:b{b}"], f"slct.{t}.f32 %d, %a, %b, %c;", rows)


# ---- floating point -------------------------------------------------------------------------------------------------

ROUNDINGS = ("rn", "rz", "rm", "rp")


def saturated(v):
    if v == "nan" or sf.is_negative(v):
        return sf.ZERO
    return v if sf.is_zero(v) or (v != sf.INF and v < 1) else sf.Fraction(1)


def relu(v):
    return v if v == "nan" else (sf.ZERO if sf.is_negative(v) else v)


def smaller(x, y, larger=False, nan=False):
    if x == "nan" or y == "nan":
        return "nan" if nan or x == y else (y if x == "nan" else x)
    order = sf.compare(x, y)
    if order == 0:
        first = x if sf.is_negative(x) else y  # -0 is the smaller one
        return (y if first is x else x) if larger else first
    return x if (order > 0) == larger else y


def float_arithmetic():
    f = "float"
    for t in ("f32", "f64"):
        b = bits_of(t)
        reg = f"b{b}"
        values = floats(t, 40)
        pairs, triples, ones = tuples(values, 2, 60), tuples(values, 3, 60), tuples(values, 1)
        # Near cancellation, and products that are subnormal.
        e = sf.FORMATS[t][0]
        close = [(x, x ^ (1 << (b - 1)) ^ RANDOM.getrandbits(3)) for x in values[17:]]
        tiny = [(x & ~(((1 << e) - 1) << sf.FORMATS[t][1]) | ((1 << (e - 1)) - 1 - 2 ** (e - 2)) << sf.FORMATS[t][1],
                 y & ~(((1 << e) - 1) << sf.FORMATS[t][1]) | ((1 << (e - 1)) - 2 ** (e - 2) + RANDOM.randrange(-8, 3)) << sf.FORMATS[t][1])
                for x, y in zip(values[17:], reversed(values[17:]))]
        pairs += close + tiny
        triples += [(x, sf.encode(t, 1), y) for x, y in close] + [(x, y, RANDOM.choice(values[:8])) for x, y in tiny]
        variants = [("", False, False)] + ([(".ftz", True, False), (".sat", False, True), (".ftz.sat", True, True)] if t == "f32" else [])
        for rnd, (suffix, flush, sat) in itertools.product(ROUNDINGS, variants):
            if rnd != "rn" and suffix == ".sat":
                continue
            dec = lambda x: sf.decode(t, sf.flushed(t, x, flush))

            def out(v, *operands, rnd=rnd, flush=flush, sat=sat):
                if t == "f64" and v == "nan":
                    return sf.kept_nan(t, *operands)
                bits = sf.encode(t, v, rnd)
                bits = sf.flushed(t, bits, flush)
                return sf.encode(t, saturated(sf.decode(t, bits))) if sat else bits
            root = lambda x: out("nan", x) if dec(x) == "nan" else sf.sqrt_bits(t, dec(x), rnd)
            plain(f, f"add.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.add(dec(x), dec(y), rnd), x, y), pairs, reg)
            plain(f, f"sub.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.add(dec(x), sf.negate(dec(y)), rnd), x, y), pairs, reg)
            plain(f, f"mul.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.mul(dec(x), dec(y)), x, y), pairs, reg)
            plain(f, f"fma.{rnd}{suffix}.{t}", [reg] * 3,
                  lambda x, y, z: out(sf.add(sf.mul(dec(x), dec(y)), dec(z), rnd), x, y, z), triples, reg)
            if not sat:
                plain(f, f"div.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.div(dec(x), dec(y)), x, y), pairs, reg)
                plain(f, f"rcp.{rnd}{suffix}.{t}", [reg], lambda x: out(sf.div(sf.Fraction(1), dec(x)), x), ones, reg)
                plain(f, f"sqrt.{rnd}{suffix}.{t}", [reg], root, ones, reg)
        for flush in (False, True) if t == "f32" else (False,):
            z = ".ftz" if flush else ""
            dec = lambda x: sf.decode(t, sf.flushed(t, x, flush))
            nan = lambda x: sf.decode(t, x) == "nan"
            for op, larger in (("min", False), ("max", True)):
                plain(f, f"{op}{z}.{t}", [reg] * 2, lambda x, y: sf.encode(t, smaller(dec(x), dec(y), larger)), pairs, reg)
                if t == "f32":
                    plain(f, f"{op}{z}.NaN.{t}", [reg] * 2, lambda x, y: sf.encode(t, smaller(dec(x), dec(y), larger, True)), pairs, reg, 80)

                    def signless(x, y, nans):
                        r = smaller(dec(x & 0x7fffffff), dec(y & 0x7fffffff), larger, nans)
                        return sf.encode(t, r) if r == "nan" else sf.encode(t, r) | (x ^ y) & 0x80000000
                    for nans in (False, True):
                        rows = [((x, y), (None if not nans and nan(x) != nan(y) else signless(x, y, nans),)) for x, y in pairs]
                        emit(f, f"{op}{z}{'.NaN' if nans else ''}.xorsign.abs.{t}", ["a:b32", "b:b32"], ["d:b32"],
                             f"{op}{z}{'.NaN' if nans else ''}.xorsign.abs.{t} %d, %a, %b;", rows, 90)
            sign = 1 << (b - 1)
            plain(f, f"abs{z}.{t}", [reg], lambda x: None if nan(x) else sf.flushed(t, x, flush) & ~sign, ones, reg)
            plain(f, f"neg{z}.{t}", [reg], lambda x: None if nan(x) else sf.flushed(t, x, flush) ^ sign, ones, reg)
        plain(f, f"copysign.{t}", [reg] * 2, lambda x, y: x & (1 << (b - 1)) | y & ~(1 << (b - 1)), pairs[:30], reg)
        smallest = 1 << sf.FORMATS[t][1]
        classes = {
            "finite": lambda x, v: v not in ("nan", sf.INF, sf.NINF), "infinite": lambda x, v: v in (sf.INF, sf.NINF),
            "number": lambda x, v: v != "nan", "notanumber": lambda x, v: v == "nan",
            "normal": lambda x, v: sf.is_zero(v) or not isinstance(v, str) and x & ~(1 << (b - 1)) >= smallest,
            "subnormal": lambda x, v: not isinstance(v, str) and x & ~(1 << (b - 1)) < smallest}
        for name, holds in classes.items():
            emit(f, f"testp.{name}.{t}", [f"a:{reg}"], ["p:pred"], f"testp.{name}.{t} %p, %a;",
                 [((x,), (int(holds(x, sf.decode(t, x))),)) for x in values])


def functions():
    """Approximate instructions: the nearest number, and how far from it the ISA lets the hardware be (9.7.3)."""
    f = "approximate"
    positive = [sf.f32(x) for x in (1.0, 2.0, 0.5, 3.0, 1e-30, 1e30, 0.1, 7.25, 1000.5, 1.17549435e-38)]
    positive += [sf.f32(RANDOM.uniform(0.5, 4)) for _ in range(30)] + [sf.f32(2.0 ** RANDOM.uniform(-100, 100)) for _ in range(20)]
    signs = positive + [p | 0x80000000 for p in positive[:20]]
    angles = [sf.f32(RANDOM.uniform(-6.28, 6.28)) for _ in range(50)] + [0, sf.f32(1.0), sf.f32(-0.5)]
    powers = [sf.f32(RANDOM.uniform(-20, 20)) for _ in range(40)] + [0, sf.f32(1.0), sf.f32(-3.0), sf.f32(0.5)]
    log = lambda x: math.log2(x) if x > 0 else math.nan

    def approximate(name, values, function, bound):
        plain(f, name, ["b32"], lambda x: sf.f32(function(sf.to_double(sf.decode("f32", x)))), [(v,) for v in values], "f32", bound=bound)
    for z in ("", ".ftz"):
        approximate(f"rcp.approx{z}.f32", [v for v in signs if v & 0x7fffffff > 0x01000000 and v & 0x7fffffff < 0x7e000000], lambda x: 1 / x, "ulp 1")
        approximate(f"sqrt.approx{z}.f32", positive, math.sqrt, "relative 1.2e-7")
        approximate(f"rsqrt.approx{z}.f32", positive, lambda x: 1 / math.sqrt(x), f"relative {2 ** -22.9}")
        approximate(f"sin.approx{z}.f32", angles, math.sin, f"absolute {2 ** -20.5}")
        approximate(f"cos.approx{z}.f32", angles, math.cos, f"absolute {2 ** -20.5}")
        approximate(f"ex2.approx{z}.f32", powers, lambda x: 2.0 ** x, "ulp 2")
        # The ISA says 2^-22.6 within (0.5, 2); an H200 was seen to be 2^-22.3 off with .ftz.
        approximate(f"lg2.approx{z}.f32", [sf.f32(RANDOM.uniform(0.51, 1.99)) for _ in range(30)], log, f"absolute {2.0 ** -22 if z else 2 ** -22.6}")
        for kind in ("approx", "full"):
            pairs = [(x, y) for x, y in tuples(signs, 2, 60)
                     if 0x20000000 < x & 0x7fffffff < 0x5f000000 and 0x20000000 < y & 0x7fffffff < 0x5f000000]
            plain(f, f"div.{kind}{z}.f32", ["b32"] * 2,
                  lambda x, y: sf.encode("f32", sf.div(sf.decode("f32", x), sf.decode("f32", y))), pairs, "f32", bound="ulp 2")
    approximate("tanh.approx.f32", [sf.f32(RANDOM.uniform(-4, 4)) for _ in range(40)], math.tanh, f"relative {2 ** -10.987}")
    # What they give at the ends of their range is exact.
    inf, ninf, nan, zero, nzero = 0x7f800000, 0xff800000, 0x7fffffff, 0, 0x80000000
    ends = {
        "rcp.approx.ftz.f32": [(inf, 0), (ninf, nzero), (zero, inf), (nzero, ninf), (1, inf), (0x7fc00001, nan), (0x3f800000, 0x3f800000), (0x40000000, 0x3f000000)],
        "sqrt.approx.ftz.f32": [(inf, inf), (zero, zero), (nzero, nzero), (ninf, nan), (0xbf800000, nan), (1, 0), (0x40800000, 0x40000000)],
        "rsqrt.approx.ftz.f32": [(inf, 0), (zero, inf), (nzero, ninf), (0xbf800000, nan), (1, inf), (0x40800000, 0x3f000000)],
        "ex2.approx.ftz.f32": [(inf, inf), (ninf, 0), (zero, 0x3f800000), (nzero, 0x3f800000), (0x7fc00001, nan), (0x43000000, inf), (0xc3190000, 0), (0x40400000, 0x41000000)],
        "lg2.approx.ftz.f32": [(inf, inf), (zero, ninf), (nzero, ninf), (0xbf800000, nan), (0x3f800000, 0), (0x41000000, 0x40400000), (1, ninf)],
        "sin.approx.ftz.f32": [(inf, nan), (zero, zero), (nzero, nzero), (0x7fc00001, nan), (1, 0)],
        "cos.approx.ftz.f32": [(inf, nan), (zero, 0x3f800000), (nzero, 0x3f800000), (1, 0x3f800000)],
        "tanh.approx.f32": [(inf, 0x3f800000), (ninf, 0xbf800000), (zero, zero), (nzero, nzero), (0x7fc00001, nan)],
    }
    for name, rows in ends.items():
        emit(f, f"{name} at the ends", ["a:b32"], ["d:b32"], f"{name} %d, %a;", [((x,), (y,)) for x, y in rows])
    doubles = [sf.f64(2.0 ** RANDOM.uniform(-200, 200)) for _ in range(40)]
    number = lambda x: sf.to_double(sf.decode("f64", x))
    plain(f, "rcp.approx.ftz.f64", ["b64"], lambda x: sf.f64(1 / number(x)), [(v,) for v in doubles], "f64", bound=f"relative {2 ** -18}")
    plain(f, "rsqrt.approx.ftz.f64", ["b64"], lambda x: sf.f64(1 / math.sqrt(number(x))), [(v,) for v in doubles], "f64", bound=f"relative {2 ** -18}")
    plain(f, "rsqrt.approx.f64", ["b64"], lambda x: sf.f64(1 / math.sqrt(number(x))), [(v,) for v in doubles], "f64", bound=f"relative {2 ** -18}")
    for t, target, z, e2, th in (("f16", 75, "", 2 ** -9.9, 2 ** -10.987), ("bf16", 90, ".ftz", 2 ** -7, 2 ** -8)):
        xs = [sf.encode(t, sf.Fraction(RANDOM.uniform(-6, 6))) for _ in range(40)]
        value = lambda x, t=t: sf.to_double(sf.decode(t, x))
        plain(f, f"ex2.approx{z}.{t}", ["b16"], lambda x: sf.encode(t, sf.Fraction(2.0 ** value(x))), [(x,) for x in xs], t, target, f"relative {e2}")
        plain(f, f"tanh.approx.{t}", ["b16"], lambda x: sf.encode(t, sf.from_double(math.tanh(value(x)))), [(x,) for x in xs], t, target, f"absolute {th}")
        rows = [((x | y << 16,), (sf.encode(t, sf.Fraction(2.0 ** value(x))), sf.encode(t, sf.Fraction(2.0 ** value(y))))) for x, y in zip(xs, reversed(xs))]
        emit(f, f"ex2.approx{z}.{t}x2", ["a:b32"], [f"x:{t}", f"y:{t}"], f"ex2.approx{z}.{t}x2 %a, %a;\nmov.b32 {{%x, %y}}, %a;", rows, target, f"relative {e2}")
        rows = [((x | y << 16,), (sf.encode(t, sf.from_double(math.tanh(value(x)))), sf.encode(t, sf.from_double(math.tanh(value(y)))))) for x, y in zip(xs, reversed(xs))]
        emit(f, f"tanh.approx.{t}x2", ["a:b32"], [f"x:{t}", f"y:{t}"], f"tanh.approx.{t}x2 %a, %a;\nmov.b32 {{%x, %y}}, %a;", rows, target, f"absolute {th}")


def half_arithmetic():
    f = "half"
    for t in ("f16", "bf16"):
        values = floats(t, 44)
        lists = {n: tuples(values, n, 70) for n in (1, 2, 3)}
        base = 75 if t == "f16" else 90

        def both(name, count, function, target):
            """For one, and for two in a register."""
            rows = lists[count]
            plain(f, f"{name}.{t}", ["b16"] * count, function, rows, "b16", target)
            pairs, results = [], []
            for k, r in enumerate(rows):
                s = rows[(k * 3 + 1) % len(rows)]
                pairs.append(tuple(x | y << 16 for x, y in zip(r, s)))
                p, q = function(*r), function(*s)
                results.append((p, q))
            outs = ["x:b16", "y:b16"]
            names = "abc"[:count]
            emit(f, f"{name}.{t}x2", [f"{n}:b32" for n in names], outs,
                 f"{name}.{t}x2 %a, {', '.join('%' + n for n in names)};\nmov.b32 {{%x, %y}}, %a;", list(zip(pairs, results)), target)
        variants = [("", False, False, False)]
        variants += [(".ftz", True, False, False), (".sat", False, True, False), (".ftz.sat", True, True, False)] if t == "f16" else []
        for suffix, flush, sat, _ in variants:
            dec = lambda x: sf.decode(t, sf.flushed(t, x, flush))

            def out(v):
                bits = sf.flushed(t, sf.encode(t, v), flush)
                return sf.encode(t, saturated(sf.decode(t, bits))) if sat else bits
            both(f"add.rn{suffix}", 2, lambda x, y: out(sf.add(dec(x), dec(y))), base)
            both(f"sub.rn{suffix}", 2, lambda x, y: out(sf.add(dec(x), sf.negate(dec(y)))), base)
            both(f"mul.rn{suffix}", 2, lambda x, y: out(sf.mul(dec(x), dec(y))), base)
            both(f"fma.rn{suffix}", 3, lambda x, y, z: out(sf.add(sf.mul(dec(x), dec(y)), dec(z))), 80 if t == "bf16" else 75)
        for flush in (False, True) if t == "f16" else (False,):
            z = ".ftz" if flush else ""
            dec = lambda x: sf.decode(t, sf.flushed(t, x, flush))
            nan = lambda x: sf.decode(t, x) == "nan"
            both(f"fma.rn{z}.relu", 3,
                 lambda x, y, w: sf.encode(t, relu(sf.decode(t, sf.flushed(t, sf.encode(t, sf.add(sf.mul(dec(x), dec(y)), dec(w))), flush)))), 80)
            for op, larger in (("min", False), ("max", True)):
                both(f"{op}{z}", 2, lambda x, y: sf.encode(t, smaller(dec(x), dec(y), larger)), 80)
                both(f"{op}{z}.NaN", 2, lambda x, y: sf.encode(t, smaller(dec(x), dec(y), larger, True)), 80)
                def signless(x, y):
                    r = smaller(dec(x & 0x7fff), dec(y & 0x7fff), larger, True)
                    return sf.encode(t, r) if r == "nan" else sf.encode(t, r) | (x ^ y) & 0x8000
                both(f"{op}{z}.NaN.xorsign.abs", 2, signless, 90)
            both(f"abs{z}", 1, lambda x: None if nan(x) else sf.flushed(t, x, flush) & 0x7fff, 75 if t == "f16" else 80)
            both(f"neg{z}", 1, lambda x: None if nan(x) else sf.flushed(t, x, flush) ^ 0x8000, 75 if t == "f16" else 80)


# ---- conversion -----------------------------------------------------------------------------------------------------

def conversions():
    f = "convert"
    ints = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
    reg = lambda t: "b32" if bits_of(t) < 32 and t[0] in "us" else f"b{bits_of(t)}"
    target = lambda *types: 90 if "bf16" in types else 75
    low = lambda t: -(1 << (bits_of(t) - 1)) if t[0] == "s" else 0
    high = lambda t: (1 << (bits_of(t) - (t[0] == "s"))) - 1
    # The register of a narrow integer is filled as its type says.
    extended = lambda v, t: mask(v, 64 if bits_of(t) == 64 else 32)
    # With bf16 it is one of 16 bits.
    beside = lambda t, other: "b16" if other == "bf16" and bits_of(t) < 32 else reg(t)
    for s, d in itertools.product(ints, ints):
        values = integers(bits_of(s), 24)
        for sat in ("", ".sat"):
            def function(x, s=s, d=d, sat=sat):
                v = integer(x, s)
                v = max(low(d), min(high(d), v)) if sat else integer(v, d)
                return extended(v, d)
            if sat and (s == d or (low(d) <= low(s) and high(s) <= high(d))):
                continue  # cannot leave the range: not allowed
            plain(f, f"cvt{sat}.{d}.{s}", [reg(s)], function, [(v,) for v in values], reg(d))
    for s, d in itertools.product(("f16", "bf16", "f32", "f64"), ints):
        values = floats(s, 40) + [sf.encode(s, sf.from_double(x)) for x in (0.5, 1.5, 2.5, -0.5, -1.5, 127.5, 128, 255.5, 256, -128.5, 32767.5, 65535.5)]
        if s in ("f32", "f64"):
            values += [sf.encode(s, sf.from_double(x)) for x in (2147483647.0, 2147483648.0, 4294967295.0, 4294967296.0, -2147483649.0, 9.3e18, 1.9e19, -9.3e18)]
        for rnd in ("rni", "rzi", "rmi", "rpi") if s != "bf16" or bits_of(d) > 8 else ():
            for z in ("", ".ftz") if s == "f32" else ("",):
                def function(x, s=s, d=d, rnd=rnd, z=z):
                    v = sf.decode(s, sf.flushed(s, x, bool(z)))
                    if v == "nan":
                        return extended(integer(1 << (bits_of(d) - 1), d), d) if s == "f64" or bits_of(d) == 64 else 0
                    if v in (sf.INF, sf.NINF):
                        v = high(d) if v == sf.INF else low(d)
                    else:
                        v = max(low(d), min(high(d), sf.whole(sf.number(v), rnd[:2])))
                    return extended(v, d)
                width = 16 if beside(d, s) == "b16" else 64
                plain(f, f"cvt.{rnd}{z}.{d}.{s}", [reg(s)], lambda x: mask(function(x), width), [(v,) for v in values],
                      beside(d, s), target(s))
    for s, d in itertools.product(ints, ("f16", "bf16", "f32", "f64")):
        values = integers(bits_of(s), 20) + [mask(v, bits_of(s)) for v in (0x1000001, 0x1ffffff, 0x20000000000001, 0xfffffffffffffbff, 2049, 4097, 257)]
        for rnd in ROUNDINGS if d != "bf16" else ("rn",) if bits_of(s) > 8 else ():
            for sat in ("", ".sat") if d != "bf16" and rnd == "rn" else ("",):
                def function(x, s=s, d=d, rnd=rnd, sat=sat):
                    v = integer(x, s)
                    v = sf.Fraction(v) if v else sf.ZERO
                    return sf.encode(d, saturated(v) if sat else v, rnd)
                plain(f, f"cvt.{rnd}{sat}.{d}.{s}", [beside(s, d)], function, [(v,) for v in values], reg(d), target(d))
    # Between floating-point types.
    rank = {"f16": 0, "bf16": 0, "f32": 1, "f64": 2}
    for s, d in itertools.product(rank, rank):
        values = floats(s, 60)
        if rank[s] > rank[d]:  # close to the middle between two, to the smallest and to the largest
            for _ in range(20):
                exact = sf.decode(d, RANDOM.choice(floats(d, 30)))
                v = sf.encode(s, exact)
                if sf.decode(s, v) != "nan" and not isinstance(exact, str):
                    step = sf.FORMATS[s][1] - sf.FORMATS[d][1] - 1
                    values += [v | 1 << step, v | 1 << step | 1, (v | 1 << step) - 1, v + 1]
        narrowing = rank[s] > rank[d] or (rank[s] == rank[d] and s != d)
        cases = []
        if narrowing:
            roundings = ROUNDINGS if not ("bf16" in (s, d)) else (("rn", "rz") if s == "f32" else ("rn", "rz", "rm", "rp"))
            for rnd in roundings:
                cases += [(rnd, "")] + ([(rnd, ".sat")] if d not in ("bf16",) and s != "bf16" else [])
                if s == "f32" and d in ("f16", "bf16") and rnd in ("rn", "rz"):
                    cases += [(rnd, ".relu"), (rnd, ".satfinite"), (rnd, ".relu.satfinite")]
                if (s, d) in (("f64", "f32"), ("f32", "f16")):
                    cases.append((rnd, ".ftz"))
        elif s == d:
            if s != "bf16":
                cases = [(r, x) for r in ("rni", "rzi", "rmi", "rpi") for x in (("", ".sat", ".ftz") if s == "f32" else ("", ".sat"))]
        else:
            cases = [("", "")] + ([("", ".sat")] if "bf16" not in (s, d) else []) + ([("", ".ftz")] if (s, d) in (("f32", "f64"), ("f16", "f32")) else [])
        for rnd, more in cases:
            def function(x, s=s, d=d, rnd=rnd, more=more):
                flush = ".ftz" in more
                # On the H200 .ftz leaves what becomes half precision as it is, and makes zero of a double that is
                # too small once it is rounded, were there no smallest exponent.
                v = sf.decode(s, sf.flushed(s, x, flush and s == "f32" and d != "f16"))
                if flush and (s, d) == ("f64", "f32") and too_small(v, rnd):
                    v = sf.NZERO if v < 0 else sf.ZERO
                if rnd.endswith("i") and not isinstance(v, str):
                    n = sf.whole(v, rnd[:2])
                    v = sf.Fraction(n) if n else (sf.NZERO if v < 0 else sf.ZERO)
                if ".relu" in more:
                    v = relu(v)
                if v == "nan" and d == "f64" and ".sat" not in more:
                    return None  # which NaN the ISA does not say
                if v == "nan" and (s == "f64" or (s, d) == ("bf16", "f32")) and ".sat" not in more:
                    return sf.narrowed_nan(d, s, x)
                bits = sf.encode(d, v, "rn" if rnd.endswith("i") or not rnd else rnd)
                if ".satfinite" in more and v != "nan":
                    e, fr = sf.FORMATS[d]
                    top = (((1 << e) - 1) << fr) - 1
                    if sf.decode(d, bits) in (sf.INF, sf.NINF):
                        bits = top | (bits & 1 << (e + fr))
                if ".sat" in more and ".satfinite" not in more:
                    bits = sf.encode(d, saturated(sf.decode(d, bits)))
                return sf.flushed(d, bits, flush and d == "f32")
            name = "cvt" + (f".{rnd}" if rnd else "") + "".join(f".{m}" for m in more.split(".") if m) + f".{d}.{s}"
            needs = 90 if "bf16" in (s, d) and not (s == "f32" and rnd in ("rn",) and ".satfinite" not in more) else 80 if ".relu" in more or "bf16" in (s, d) else 75
            needs = 90 if ".satfinite" in more else needs
            plain(f, name, [reg(s)], function, [(v,) for v in values], reg(d), max(needs, target(d, s) if s == "bf16" else 75))
    values = floats("f32", 60)
    pairs = tuples(values, 2, 70)
    for d in ("f16", "bf16"):
        for rnd, more in itertools.product(("rn", "rz"), ("", ".relu", ".satfinite", ".relu.satfinite")):
            e, fr = sf.FORMATS[d]
            def one(x, d=d, rnd=rnd, more=more):
                v = sf.decode("f32", x)
                v = relu(v) if ".relu" in more else v
                bits = sf.encode(d, v, rnd)
                if ".satfinite" in more and sf.decode(d, bits) in (sf.INF, sf.NINF):
                    bits = (((1 << e) - 1) << fr) - 1 | bits & 1 << (e + fr)
                return bits
            plain(f, f"cvt.{rnd}{more}.{d}x2.f32", ["b32", "b32"], lambda x, y: one(x) << 16 | one(y), pairs, "b32", 90 if ".satfinite" in more else 80)
    for rnd, more, needs in (("rna", "", 80), ("rn", "", 90), ("rz", "", 90), ("rn", ".relu", 90), ("rz", ".relu", 90)):
        def function(x):
            v = sf.decode("f32", x)
            if v == "nan":
                return None
            return sf.encode("tf32", relu(v) if more else v, rnd) << 13
        plain(f, f"cvt.{rnd}{more}.tf32.f32", ["b32"], function, [(v,) for v in values], "b32", needs)
    # Eight-bit floating point: no infinity in e4m3; what is too large gives the largest.
    for t, largest in (("e4m3", 0x7e), ("e5m2", 0x7b)):
        e, fr = sf.FORMATS[t]
        def from_value(v, largest=largest, t=t, e=e, fr=fr):
            if v == "nan":
                return 0x7f
            sign = 0x80 if sf.is_negative(v) else 0
            if v in (sf.INF, sf.NINF):
                return sign | largest
            if sf.is_zero(v):
                return sign
            wide = (e + 1, fr)  # one more bit of exponent, so that nothing overflows on the way
            sf.FORMATS["wide"] = wide
            bias, wide_bias = (1 << (e - 1)) - 1, (1 << e) - 1
            unit = sf.Fraction(2) ** (1 - bias - fr)
            m = abs(v)
            x = max(m.numerator.bit_length() - m.denominator.bit_length() - 1, 1 - bias)
            while sf.Fraction(2) ** (x + 1) <= m:
                x += 1
            n = sf.whole(m / sf.Fraction(2) ** (x - fr), "rn")
            if n >= 1 << (fr + 1):
                n, x = n >> 1, x + 1
            code = n if n < 1 << fr else (x + bias) * (1 << fr) + n - (1 << fr)
            return sign | min(code, largest)
        def to_value(b, t=t):
            if t == "e4m3":
                if b & 0x7f == 0x7f:
                    return "nan"
                exponent, fraction = b >> 3 & 15, b & 7
                v = sf.Fraction(fraction, 512) if exponent == 0 else sf.Fraction(8 + fraction) * sf.Fraction(2) ** (exponent - 10)
                return (sf.NZERO if b & 0x80 else sf.ZERO) if v == 0 else (-v if b & 0x80 else v)
            return sf.decode("e5m2", b)
        singles = values + [sf.f32(x) for x in (448, 464, 465, 480, 57344, 61439, 61440, 70000, 0.001, 0.0009765625, 0.00146484375, 1.0625, 1.1875, -0.01)]
        pairs8 = tuples(singles, 2, 90)
        for rel in ("", ".relu"):
            def one(x, rel=rel):
                v = sf.decode("f32", x)
                return from_value(relu(v) if rel else v)
            emit(f, f"cvt.rn.satfinite{rel}.{t}x2.f32", ["a:b32", "b:b32"], ["d:b16"], f"cvt.rn.satfinite{rel}.{t}x2.f32 %d, %a, %b;",
                 [((x, y), (one(x) << 8 | one(y),)) for x, y in pairs8], 90)
            halves = tuples(floats("f16", 50), 2, 60)
            def half(x, rel=rel):
                v = sf.decode("f16", x)
                return from_value(relu(v) if rel else v)
            emit(f, f"cvt.rn.satfinite{rel}.{t}x2.f16x2", ["a:b32"], ["d:b16"], f"cvt.rn.satfinite{rel}.{t}x2.f16x2 %d, %a;",
                 [((x | y << 16,), (half(x) | half(y) << 8,)) for x, y in halves], 90)
            def back(b, rel=rel):
                v = to_value(b)
                return sf.encode("f16", relu(v) if rel else v)
            emit(f, f"cvt.rn{rel}.f16x2.{t}x2", ["a:b16"], ["d:b32"], f"cvt.rn{rel}.f16x2.{t}x2 %d, %a;",
                 [((x | (x * 7 + 3 & 255) << 8,), (back(x) | back(x * 7 + 3 & 255) << 16,)) for x in range(256)], 90)
    rows = tuples(integers(32, 30), 3, 40)
    clamp = lambda v, t: mask(max(low(t), min(high(t), signed(v, 32))), bits_of(t))
    for t in ("u8", "s8"):
        plain(f, f"cvt.pack.sat.{t}.s32.b32", ["b32"] * 3, lambda x, y, z: mask(z << 16, 32) | clamp(x, t) << 8 | clamp(y, t), rows, "b32")
    for t in ("u16", "s16"):
        plain(f, f"cvt.pack.sat.{t}.s32", ["b32"] * 2, lambda x, y: clamp(x, t) << 16 | clamp(y, t), [r[:2] for r in rows], "b32")


# ---- memory ---------------------------------------------------------------------------------------------------------

def memory_accesses():
    f = "memory"
    # Every type through every space: what was stored comes back, extended as the type says.
    spaces = {
        "global": ("", "[%mem]"), "shared": ("", "[%smem]"), "local": (".local .align 16 .b8 place[64];\n", "[place]"),
        "": ("", "[%mem]"), "shared::cta": ("", "[%smem]"),
    }
    for (space, (declare, place)), t in itertools.product(spaces.items(), ("b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64")):
        b = bits_of(t)
        wide = "b64" if b == 64 else "b32"
        dot = f".{space}" if space else ""
        generic = "cvta.global.u64 %mem, %mem;\n" if not space else ""
        rows = [((x,), (mask(integer(x, t), 64 if b == 64 else 32),)) for x in integers(64 if b == 64 else 32, 20)]
        emit(f, f"st{dot}.{t}, ld{dot}.{t}", [f"a:{wide}"], [f"d:{wide}"],
             f"{declare}{generic}st{dot}.{t} {place}, %a;\nld{dot}.{t} %d, {place};", rows)
    for space in ("shared", "local", "global"):
        declare, place = spaces[space]
        window = "cvta.shared.u64 %fixture_lo, %fixture_hi;" if space == "shared" else f"cvta.{space}.u64 %fixture_lo, %fixture_hi;"
        start = {"shared": "cvt.u64.u32 %fixture_hi, %smem;", "local": "mov.u64 %fixture_hi, place;", "global": "mov.u64 %fixture_hi, %mem;"}[space]
        emit(f, f"generic addresses of {space}", ["a:b32"], ["d:b32", "e:b32", "p:pred", "q:pred", "r:pred"],
             f"{declare}{start}\n{window}\nst.b32 [%fixture_lo+4], %a;\nld.{space}.b32 %d, {place[:-1]}+4];\n"
             f"cvta.to.{space}.u64 %fixture_hi, %fixture_lo;\nld.{space}.b32 %e, [%fixture_hi+4];\n"
             "isspacep.shared %p, %fixture_lo;\nisspacep.local %q, %fixture_lo;\nisspacep.global %r, %fixture_lo;",
             [((x,), (x, x, int(space == "shared"), int(space == "local"), int(space == "global"))) for x in integers(32, 12)])
    emit(f, "addresses of 32 bits", ["a:b32"], ["d:b32", "e:b32"],
         ".reg .b32 %low;\nsub.u32 %low, %smem, 65536;\nst.shared.b32 [%low+65536], %a;\nld.shared.b32 %d, [%smem];\n"
         "ld.shared.b32 %e, [%low+65536];", [((x,), (x, x)) for x in (1, 0x80000000, 0xdeadbeef, 77)])
    for n, t in ((2, "b8"), (4, "u8"), (2, "s8"), (2, "u16"), (4, "s16"), (2, "b32"), (4, "b32"), (4, "f32"), (2, "b64"), (2, "f64")):
        b = bits_of(t)
        reg = "b64" if b == 64 else "b32"
        names = "abce"[:n]
        rows = []
        for _ in range(8):
            values = [RANDOM.getrandbits(64 if b == 64 else 32) for _ in range(n)]
            rows.append((values, [mask(integer(v, t), 64 if b == 64 else 32) for v in reversed(values)]))
        for space, place in (("global", "[%mem+16]"), ("shared", "[%smem+16]")):
            group = lambda letters: "{" + ", ".join("%" + c for c in letters) + "}"
            emit(f, f"st.{space}.v{n}.{t}, ld.{space}.v{n}.{t}", [f"{c}:{reg}" for c in names], [f"{c}:{reg}" for c in "wxyz"[:n]],
                 f"st.{space}.v{n}.{t} {place}, {group(names)};\nld.{space}.v{n}.{t} {group('wxyz'[:n][::-1])}, {place};", rows)
    rows = [((x,), (x,)) for x in integers(32, 6)]
    for store, load in (("st.volatile.global", "ld.volatile.global"), ("st.relaxed.gpu.global", "ld.relaxed.gpu.global"), ("st.relaxed.sys", "ld.relaxed.sys"),
                        ("st.release.gpu.global", "ld.acquire.gpu.global"), ("st.release.cta.shared", "ld.acquire.cta.shared"), ("st.wb.global", "ld.ca.global"),
                        ("st.cg.global", "ld.cg.global"), ("st.cs.global", "ld.cs.global"), ("st.wt.global", "ld.cv.global"), ("st.global", "ld.lu.global"),
                        ("st.weak.global", "ld.weak.global"), ("st.mmio.relaxed.sys.global", "ld.mmio.relaxed.sys.global"), ("st.volatile.shared", "ld.volatile.shared"),
                        ("st.global.L1::no_allocate", "ld.global.L1::evict_last"), ("st.global.L1::evict_first", "ld.global.L1::evict_unchanged.L2::128B"),
                        ("st.global", "ld.global.L2::64B"), ("st.global", "ld.global.ca.L2::256B")):
        place = "[%smem]" if "shared" in store else "[%mem]"
        emit(f, f"{store}, {load}", ["a:b32"], ["d:b32"], f"{store}.b32 {place}, %a;\n{load}.b32 %d, {place};", rows, 90 if "L1" in store + load or "L2" in load or "mmio" in load else 75)
    table = [RANDOM.getrandbits(32) for _ in range(16)]
    look = f".{{space}} .align 16 .u32 fixture_table[16] = {{{', '.join(map(str, table))}}};"
    rows = [((k,), (table[k], table[k ^ 1])) for k in range(16)]
    for name, space, load in (("ld.const", "const", "ld.const.u32"), ("ld.global.nc", "global", "ld.global.nc.u32"), ("ldu.global", "global", "ldu.global.u32")):
        emit(f, name, ["a:b32"], ["d:b32", "e:b32"],
             f"mov.u64 %fixture_lo, fixture_table;\nmad.wide.u32 %fixture_hi, %a, 4, %fixture_lo;\n{load} %d, [%fixture_hi];\nxor.b32 %e, %a, 1;\n"
             f"mad.wide.u32 %fixture_hi, %e, 4, %fixture_lo;\n{load} %e, [%fixture_hi];", rows, before=look.replace("{space}", space))
    emit(f, "initial values that are addresses", ["a:b32"], ["d:b32"],
         "mad.wide.u32 %fixture_lo, %a, 8, 0;\nmov.u64 %fixture_hi, fixture_places;\nadd.u64 %fixture_lo, %fixture_lo, %fixture_hi;\n"
         "ld.global.u64 %fixture_hi, [%fixture_lo];\nld.u32 %d, [%fixture_hi];",
         [((k,), (table[k],)) for k in range(2)],
         before=look.replace("{space}", "global") + "\n.global .u64 fixture_places[2] = {generic(fixture_table), generic(fixture_table)+4};")
    emit(f, "prefetch, discard, applypriority and createpolicy", ["a:b32"], ["d:b32"],
         ".reg .b64 %policy;\ncreatepolicy.fractional.L2::evict_last.b64 %policy, 1.0;\nprefetch.global.L1 [%mem];\nprefetch.global.L2 [%mem];\n"
         "st.global.L2::cache_hint.b32 [%mem], %a, %policy;\n"
         "applypriority.global.L2::evict_normal [%mem], 128;\nld.global.L2::cache_hint.b32 %d, [%mem], %policy;\ndiscard.global.L2 [%mem+128], 128;",
         [((x,), (x,)) for x in integers(32, 4)], 90)
    rows = [((x, y), (x, y)) for x, y in tuples(integers(64, 10), 2, 10)]
    emit(f, "ld.b128, st.b128 and mov.b128", ["a:b64", "b:b64"], ["d:b64", "e:b64"],
         ".reg .b128 %q, %r;\nmov.b128 %q, {%a, %b};\nst.global.b128 [%mem], %q;\nld.global.b128 %r, [%mem];\nmov.b128 {%d, %e}, %r;", rows, 90)


def atomics():
    f = "atomic"
    kinds = {
        "add": ("u32", "s32", "u64", "f32", "f64", "f16", "bf16", "f16x2", "bf16x2"), "min": ("u32", "s32", "u64", "s64"), "max": ("u32", "s32", "u64", "s64"),
        "and": ("b32", "b64"), "or": ("b32", "b64"), "xor": ("b32", "b64"), "exch": ("b32", "b64"), "inc": ("u32",), "dec": ("u32",), "cas": ("b16", "b32", "b64")}

    def change(op, t, old, b, c, space):
        n = bits_of(t)
        if op == "add":
            if "f" not in t:
                return mask(old + b, n)
            one = t[:-2] if t.endswith("x2") else t
            w = bits_of(one)
            # Single precision in global memory is without subnormal numbers.
            flush = t == "f32" and space == "global"
            result = 0
            for k in range(n // w):
                x, y = mask(old >> (w * k), w), mask(b >> (w * k), w)
                total = sf.add(sf.decode(one, sf.flushed(one, x, flush)), sf.decode(one, sf.flushed(one, y, flush)))
                v = sf.kept_nan(one, x, y) if (one, total) == ("f64", "nan") else sf.encode(one, total)
                result |= sf.flushed(one, v, flush) << (w * k)
            return result
        if op in ("min", "max"):
            return (min if op == "min" else max)(old, b, key=lambda v: integer(v, t))
        if op == "inc":
            return 0 if old >= b else old + 1
        if op == "dec":
            return b if old == 0 or old > b else old - 1
        return {"and": old & b, "or": old | b, "xor": old ^ b, "exch": b, "cas": c if old == b else old}[op]
    for op, types in kinds.items():
        for t, space in itertools.product(types, ("global", "shared", "")):
            n = bits_of(t)
            reg = f"b{n}"
            values = floats(t, 24) if t in sf.FORMATS else [mask(v, n) for v in integers(n, 16)]
            if t.endswith("x2"):
                values = [x | y << 16 for x, y in tuples(floats(t[:-2], 24), 2, 24)]
            dot = f".{space}" if space else ""
            place = "[%smem]" if space == "shared" else "[%mem]"
            start = "" if space else "cvta.global.u64 %mem, %mem;\n"
            mid = ".noftz" if t in ("f16", "bf16", "f16x2", "bf16x2") else ""
            order = {"global": ".relaxed.gpu", "shared": "", "": ".acq_rel.gpu"}[space] if op not in ("inc", "dec") else ""
            rows = []
            for old, b in tuples(values, 2, 30):
                same = op == "cas" and RANDOM.random() < 0.5
                if same:
                    b = old
                c = RANDOM.choice(values)
                rows.append(((old, b, c), (old, change(op, t, old, b, c, space or "global"))))
            if t == "f32":
                rows = [r for r in rows if sf.decode(t, r[1][1]) != "nan" and (not is_nan(r[0][0]) and not is_nan(r[0][1]))]
            needs = 90 if t in ("bf16", "bf16x2") else 75
            st = "b16" if n == 16 else reg
            code = (f"{start}st{dot}.{st} {place}, %a;\natom{order}{dot}.{op}{mid}.{t} %d, {place}, %b{', %c' if op == 'cas' else ''};\n"
                    f"ld{dot}.{st} %e, {place};")
            emit(f, f"atom{order}{dot}.{op}.{t}", [f"a:{reg}", f"b:{reg}", f"c:{reg}"], [f"d:{reg}", f"e:{reg}"], code, rows, needs)
            if op not in ("exch", "cas"):
                code = f"{start}st{dot}.{st} {place}, %a;\nred{order.replace('acq_rel', 'relaxed')}{dot}.{op}{mid}.{t} {place}, %b;\nld{dot}.{st} %e, {place};"
                emit(f, f"red{dot}.{op}.{t}", [f"a:{reg}", f"b:{reg}"], [f"e:{reg}"], code, [(g[:2], e[1:]) for g, e in rows], needs)
    # All lanes on one place: the answers are a permutation, their sum tells.
    for space, place in (("global", "[%common]"), ("shared", "[%scommon]")):
        emit(f, f"atom.{space}.add.u32 of all lanes on one place", ["a:b32"], ["d:b32"],
             f"atom.{space}.add.u32 %fixture_w, {place}, %a;\nbar.sync 0;\nld.{space}.u32 %d, {place};", [((k * k + 1,), (sum(j * j + 1 for j in range(64)),)) for k in range(64)])
        emit(f, f"a lock in {space} memory that lanes of a warp take in turn", ["a:b32"], ["d:b32"],
             f".reg .pred %taken, %more;\n.reg .b32 %old, %count, %done;\nmov.b32 %done, 0;\nagain:\natom.{space}.cas.b32 %old, {place}, 0, 1;\nsetp.ne.u32 %taken, %old, 0;\n@%taken bra next;\n"
             f"membar.gl;\nld.volatile.{space}.u32 %count, {place[:-1]}+4];\nadd.u32 %count, %count, %a;\nst.volatile.{space}.u32 {place[:-1]}+4], %count;\nmembar.gl;\n"
             f"atom.{space}.exch.b32 %old, {place}, 0;\nmov.b32 %done, 1;\nnext:\nsetp.eq.u32 %more, %done, 0;\n@%more bra again;\nbar.sync 0;\nld.volatile.{space}.u32 %d, {place[:-1]}+4];", [((k + 1,), (32 * 33 // 2,)) for k in range(32)])
    wide = tuples(integers(64, 16), 4, 20)
    rows = []
    for lo, hi, x, y in wide:
        match = RANDOM.random() < 0.5
        rows.append(((lo, hi, lo if match else x, hi, x, y), (lo, hi) + ((x, y) if match or x == lo else (lo, hi))))
    emit(f, "atom.cas.b128", ["a:b64", "b:b64", "c:b64", "e:b64", "x:b64", "y:b64"], ["d0:b64", "d1:b64", "n0:b64", "n1:b64"],
         ".reg .b128 %old, %want, %new;\nmov.b128 %want, {%c, %e};\nmov.b128 %new, {%x, %y};\nst.global.v2.b64 [%mem], {%a, %b};\n"
         "atom.global.cas.b128 %old, [%mem], %want, %new;\nmov.b128 {%d0, %d1}, %old;\nld.global.v2.b64 {%n0, %n1}, [%mem];", rows, 90)
    emit(f, "atom.exch.b128", ["a:b64", "b:b64", "x:b64", "y:b64"], ["d0:b64", "d1:b64", "n0:b64", "n1:b64"],
         ".reg .b128 %old, %new;\nmov.b128 %new, {%x, %y};\nst.global.v2.b64 [%mem], {%a, %b};\n"
         "atom.global.exch.b128 %old, [%mem], %new;\nmov.b128 {%d0, %d1}, %old;\nld.global.v2.b64 {%n0, %n1}, [%mem];",
         [((a, b, x, y), (a, b, x, y)) for a, b, x, y in wide], 90)
    for n in (2, 4):
        values = [sf.f32(RANDOM.uniform(-8, 8)) for _ in range(64)]
        names = [f"a{k}" for k in range(n)] + [f"b{k}" for k in range(n)]
        rows = []
        for k in range(8):
            a, b = [RANDOM.choice(values) for _ in range(n)], [RANDOM.choice(values) for _ in range(n)]
            rows.append((a + b, a + [sf.encode("f32", sf.add(sf.decode("f32", x), sf.decode("f32", y))) for x, y in zip(a, b)]))
        group = lambda p: "{" + ", ".join(f"%{p}{k}" for k in range(n)) + "}"
        emit(f, f"atom.global.add.v{n}.f32", [f"{x}:b32" for x in names], [f"d{k}:b32" for k in range(n)] + [f"e{k}:b32" for k in range(n)],
             f"st.global.v{n}.f32 [%mem], {group('a')};\natom.global.v{n}.f32.add {group('d')}, [%mem], {group('b')};\nld.global.v{n}.f32 {group('e')}, [%mem];", rows, 90)
        emit(f, f"red.global.add.v{n}.f32", [f"{x}:b32" for x in names], [f"e{k}:b32" for k in range(n)],
             f"st.global.v{n}.f32 [%mem], {group('a')};\nred.global.v{n}.f32.add [%mem], {group('b')};\nld.global.v{n}.f32 {group('e')}, [%mem];",
             [(g, e[n:]) for g, e in rows], 90)


def is_nan(bits):
    return sf.decode("f32", bits) == "nan"


# ---- warps, barriers, control ---------------------------------------------------------------------------------------

def warp_instructions():
    f = "warp"
    values = [RANDOM.getrandbits(32) for _ in range(32)]
    for mode in ("up", "down", "bfly", "idx"):
        for delta, clamp in ((1, 0 if mode == "up" else 31), (3, 0x1800 | (0 if mode == "up" else 31)), (16, 0 if mode == "up" else 31), (5, 0x1c00 | (0 if mode == "up" else 31))):
            segment, limit = clamp >> 8 & 31, clamp & 31
            rows = []
            for lane in range(32):
                top, bottom = (lane & segment) | (limit & ~segment & 31), lane & segment
                j, ok = {"up": (lane - delta, lane - delta >= top), "down": (lane + delta, lane + delta <= top),
                         "bfly": (lane ^ delta, (lane ^ delta) <= top),
                         "idx": (bottom | delta & ~segment & 31, (bottom | delta & ~segment & 31) <= top)}[mode]
                rows.append(((values[lane],), (values[j] if ok else values[lane], int(ok))))
            emit(f, f"shfl.sync.{mode}.b32 by {delta}, {clamp:#x}", ["a:b32"], ["d:b32", "p:pred"], f"shfl.sync.{mode}.b32 %d|%p, %a, {delta}, {clamp}, 0xffffffff;", rows)
    order = list(range(32))
    RANDOM.shuffle(order)
    emit(f, "shfl.sync.idx.b32 with an index for each lane", ["a:b32", "b:b32"], ["d:b32"], "shfl.sync.idx.b32 %d, %a, %b, 31, 0xffffffff;",
         [((values[k], order[k]), (values[order[k]],)) for k in range(32)])
    emit(f, "shfl.sync among half of the lanes", ["a:b32"], ["d:b32"],
         ".reg .pred %odd;\n.reg .b32 %bit;\nand.b32 %bit, %row, 1;\nsetp.ne.u32 %odd, %bit, 0;\nmov.b32 %d, 0;\n@%odd bra other;\n"
         "shfl.sync.bfly.b32 %d, %a, 2, 31, 0x55555555;\nbra done;\nother:\nshfl.sync.bfly.b32 %d, %a, 4, 31, 0xaaaaaaaa;\ndone:\nbar.warp.sync -1;",
         [((values[k],), (values[k ^ (4 if k & 1 else 2)],)) for k in range(32)])
    for bits in (0, 0xffffffff, 0x80000001, RANDOM.getrandbits(32)):
        rows = [((bits >> k & 1,), (bits, int(bits == 0xffffffff), int(bits != 0), int(bits in (0, 0xffffffff)))) for k in range(32)]
        emit(f, f"vote.sync of {bits:#x}", ["p:pred"], ["d:b32", "x:pred", "y:pred", "z:pred"],
             "vote.sync.ballot.b32 %d, %p, -1;\nvote.sync.all.pred %x, %p, -1;\nvote.sync.any.pred %y, %p, -1;\nvote.sync.uni.pred %z, %p, -1;", rows)
        emit(f, f"vote.sync of the complement of {bits:#x}", ["p:pred"], ["d:b32", "x:pred"], "vote.sync.ballot.b32 %d, !%p, -1;\nvote.sync.any.pred %x, !%p, -1;",
             [((bits >> k & 1,), (mask(~bits, 32), int(bits != 0xffffffff))) for k in range(32)])
    for b in (32, 64):
        few = [RANDOM.getrandbits(b) for _ in range(4)]
        given = [RANDOM.choice(few) for _ in range(32)]
        rows = [((v,), (sum(1 << j for j in range(32) if given[j] == v), 0, 0)) for v in given]
        emit(f, f"match.sync.b{b}", [f"a:b{b}"], ["d:b32", "e:b32", "p:pred"], f"match.any.sync.b{b} %d, %a, -1;\nmatch.all.sync.b{b} %e|%p, %a, -1;", rows)
        emit(f, f"match.all.sync.b{b} of equal values", [f"a:b{b}"], ["e:b32", "p:pred"], f"match.all.sync.b{b} %e|%p, %a, -1;", [((few[0],), (0xffffffff, 1)) for _ in range(32)])
    emit(f, "activemask", ["a:b32"], ["d:b32"],
         ".reg .pred %low;\nsetp.lt.u32 %low, %row, 7;\nmov.b32 %d, 0;\n@!%low bra past;\nactivemask.b32 %d;\npast:\nbar.warp.sync -1;", [((0,), (0x7f if k < 7 else 0,)) for k in range(32)])
    emit(f, "elect.sync", ["a:b32"], ["d:b32", "p:pred"], "elect.sync %d|%p, 0xffffffff;", [((0,), (0, int(k == 0))) for k in range(32)], 90)
    for op, t in (("add", "u32"), ("add", "s32"), ("min", "u32"), ("min", "s32"), ("max", "u32"), ("max", "s32"), ("and", "b32"), ("or", "b32"), ("xor", "b32")):
        fold = {"add": lambda x, y: x + y, "min": min, "max": max, "and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y}[op]
        result = integer(values[0], t)
        for v in values[1:]:
            result = fold(result, integer(v, t))
        emit(f, f"redux.sync.{op}.{t}", ["a:b32"], ["d:b32"], f"redux.sync.{op}.{t} %d, %a, -1;", [((v,), (mask(result, 32),)) for v in values], 80)
    special = {"%laneid": lambda k: k % 32, "%warpid": lambda k: None, "%tid.x": lambda k: k, "%tid.y": lambda k: 0, "%ntid.x": lambda k: 64, "%ntid.y": lambda k: 1, "%ctaid.x": lambda k: 0,
               "%nctaid.z": lambda k: 1, "%lanemask_eq": lambda k: 1 << k % 32, "%lanemask_le": lambda k: (2 << k % 32) - 1, "%lanemask_lt": lambda k: (1 << k % 32) - 1,
               "%lanemask_ge": lambda k: mask(-1 << k % 32, 32), "%lanemask_gt": lambda k: mask(-2 << k % 32, 32), "%cluster_ctarank": lambda k: 0, "%cluster_nctarank": lambda k: 1}
    for name, value in special.items():
        emit(f, f"mov.u32 from {name}", ["a:b32"], ["d:b32"], f"mov.u32 %d, {name};", [((0,), (value(k),)) for k in range(64)], 90 if "cluster" in name else 75)
    emit(f, "clocks run on", ["a:b32"], ["p:pred", "q:pred", "r:pred"],
         ".reg .b64 %t<4>;\n.reg .b32 %c<2>;\nmov.u64 %t0, %clock64;\nmov.u32 %c0, %clock;\nmov.u64 %t2, %globaltimer;\nnanosleep.u32 1000;\nmov.u64 %t1, %clock64;\nmov.u32 %c1, %clock;\nmov.u64 %t3, %globaltimer;\n"
         "setp.gt.u64 %p, %t1, %t0;\nsub.u32 %c1, %c1, %c0;\nsetp.gt.s32 %q, %c1, 0;\nsetp.ge.u64 %r, %t3, %t2;", [((0,), (1, 1, 1)) for _ in range(32)])


def barriers():
    f = "barrier"
    n = 96
    give = "st.shared.u32 [%smem], %a;\n"
    take = ".reg .b32 %other;\nxor.b32 %other, %row, 64;\nmin.u32 %other, %other, 95;\nmad.lo.u32 %other, %other, 64, %scommon;\nld.shared.u32 %d, [%other+256];"
    rows = [((k * 3 + 1,), (min(k ^ 64, 95) * 3 + 1,)) for k in range(n)]
    for wait in ("bar.sync 0;", "barrier.sync 0;", "barrier.cta.sync 1;", "bar.sync 2, 96;", "barrier.sync.aligned 3;", "bar.cta.sync 4;",
                 "bar.arrive 5, 192;\nbar.sync 5, 192;", "fence.acq_rel.cta;\nbar.sync 0;", "membar.cta;\nbar.sync 0;", "fence.sc.gpu;\nbar.sync 0;", "membar.sys;\nbar.sync 0;",
                 ".reg .b32 %which;\nmov.u32 %which, 7;\nbar.sync %which;"):
        emit(f, f"exchange across {wait.splitlines()[-1]}", ["a:b32"], ["d:b32"], give + wait + "\n" + take, rows)
    for bits in (0, (1 << n) - 1, RANDOM.getrandbits(n)):
        ones = bin(bits).count("1")
        emit(f, f"bar.red of {ones} of {n}", ["p:pred"], ["d:b32", "x:pred", "y:pred", "e:b32"],
             "bar.red.popc.u32 %d, 0, %p;\nbar.red.and.pred %x, 0, %p;\nbar.red.or.pred %y, 0, %p;\nbarrier.red.popc.u32 %e, 1, 96, !%p;",
             [((bits >> k & 1,), (ones, int(ones == n), int(ones > 0), n - ones)) for k in range(n)])
    emit(f, "one warp produces, two consume", ["a:b32"], ["d:b32"],
         ".reg .pred %first;\nsetp.lt.u32 %first, %row, 32;\nmov.u32 %d, 0;\n@!%first bra consume;\nst.shared.u32 [%smem], %a;\nbar.arrive 1, 96;\nbra done;\n"
         "consume:\nbar.sync 1, 96;\n.reg .b32 %other;\nand.b32 %other, %row, 31;\nmad.lo.u32 %other, %other, 64, %scommon;\nld.shared.u32 %d, [%other+256];\ndone:\nbar.sync 0;",
         [((k + 5,), (k % 32 + 5 if k >= 32 else 0,)) for k in range(n)])
    rows = [((k * 3 + 1,), ((k ^ 1) * 3 + 1,)) for k in range(64)]
    emit(f, "bar.warp.sync", ["a:b32"], ["d:b32"],
         "st.shared.u32 [%smem], %a;\nbar.warp.sync 0xffffffff;\n.reg .b32 %other;\nxor.b32 %other, %row, 1;\nmad.lo.u32 %other, %other, 64, %scommon;\nld.shared.u32 %d, [%other+256];", rows)


def control():
    f = "control"
    xs = integers(32, 40)
    collatz = []
    for x in xs:
        v, n = x & 0xffff or 1, 0
        while v != 1:
            v, n = (3 * v + 1 if v & 1 else v >> 1), n + 1
        collatz.append(((x,), (n,)))
    emit(f, "bra: a loop of another length in each lane", ["a:b32"], ["d:b32"],
         ".reg .pred %p, %odd;\n.reg .b32 %v, %bit, %up;\nand.b32 %v, %a, 0xffff;\nmax.u32 %v, %v, 1;\nmov.u32 %d, 0;\nnext:\nsetp.eq.u32 %p, %v, 1;\n@%p bra end;\n"
         "and.b32 %bit, %v, 1;\nsetp.ne.u32 %odd, %bit, 0;\nadd.u32 %d, %d, 1;\n@%odd bra three;\nshr.u32 %v, %v, 1;\nbra.uni next;\nthree:\nmad.lo.u32 %v, %v, 3, 1;\nbra next;\nend:", collatz)
    cases = [11, 22, 33, 44]
    emit(f, "brx.idx", ["a:b32"], ["d:b32"],
         ".reg .b32 %i;\nand.b32 %i, %a, 3;\ntargets: .branchtargets way0, way1, way2, way3;\nbrx.idx %i, targets;\n" +
         "".join(f"way{k}:\nmov.u32 %d, {v};\nbra joined;\n" for k, v in enumerate(cases)) + "joined:\nadd.u32 %d, %d, %i;", [((x,), (cases[x & 3] + (x & 3),)) for x in xs])
    square = ".func (.param .b32 result) square(.param .b32 x)\n{\n.reg .b32 %v;\nld.param.b32 %v, [x];\nmul.lo.u32 %v, %v, %v;\nst.param.b32 [result], %v;\nret;\n}\n"
    triple = square.replace("square", "triple").replace("mul.lo.u32 %v, %v, %v", "mul.lo.u32 %v, %v, 3")
    call = "{\n.param .b32 x;\n.param .b32 r;\nst.param.b32 [x], %a;\ncall.uni (r), square, (x);\nld.param.b32 %d, [r];\n}"
    emit(f, "call", ["a:b32"], ["d:b32"], call, [((x,), (mask(x * x, 32),)) for x in xs], before=square)
    emit(f, "call under a predicate", ["a:b32"], ["d:b32"],
         ".reg .pred %p;\nsetp.gt.s32 %p, %a, 0;\n{\n.param .b32 x;\n.param .b32 r;\nst.param.b32 [x], %a;\n@%p call (r), square, (x);\nld.param.b32 %d, [r];\n}",
         [((x,), (mask(x * x, 32) if signed(x, 32) > 0 else None,)) for x in xs], before=square)
    emit(f, "call through a pointer, another one in each lane", ["a:b32"], ["d:b32"],
         ".reg .pred %p;\n.reg .b64 %f, %g;\n.reg .b32 %bit;\nand.b32 %bit, %a, 1;\nsetp.ne.u32 %p, %bit, 0;\nmov.u64 %f, square;\nmov.u64 %g, triple;\nselp.b64 %f, %f, %g, %p;\n"
         "{\n.param .b32 x;\n.param .b32 r;\nst.param.b32 [x], %a;\nform: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (r), %f, (x), form;\nld.param.b32 %d, [r];\n}",
         [((x,), (mask(x * x if x & 1 else 3 * x, 32),)) for x in xs], before=square + triple)
    fib = [0, 1]
    while len(fib) < 16:
        fib.append(fib[-1] + fib[-2])
    recursive = (".func (.param .b32 result) fib(.param .b32 n)\n{\n.reg .pred %p;\n.reg .b32 %v, %x, %y;\nld.param.b32 %v, [n];\nsetp.lt.u32 %p, %v, 2;\n@%p bra small;\n"
                 "{\n.param .b32 m;\n.param .b32 r;\nsub.u32 %x, %v, 1;\nst.param.b32 [m], %x;\ncall (r), fib, (m);\nld.param.b32 %x, [r];\n}\n"
                 "{\n.param .b32 m;\n.param .b32 r;\nsub.u32 %y, %v, 2;\nst.param.b32 [m], %y;\ncall (r), fib, (m);\nld.param.b32 %y, [r];\n}\n"
                 "add.u32 %v, %x, %y;\nsmall:\nst.param.b32 [result], %v;\nret;\n}\n")
    emit(f, "call: recursion of another depth in each lane", ["a:b32"], ["d:b32"], call.replace("square", "fib"), [((k % 16,), (fib[k % 16],)) for k in range(40)], before=recursive)
    local = (".func (.param .b32 result) turn(.param .align 8 .b8 s[16])\n{\n.local .align 8 .b8 copy[16];\n.reg .b64 %u, %v;\n.reg .b32 %w, %x;\nld.param.b64 %u, [s];\nld.param.b64 %v, [s+8];\n"
             "st.local.b64 [copy], %v;\nst.local.b64 [copy+8], %u;\nld.local.b32 %w, [copy+4];\nld.local.b32 %x, [copy+8];\nxor.b32 %w, %w, %x;\nst.param.b32 [result], %w;\nret;\n}\n")
    pairs = tuples(integers(64, 12), 2, 20)
    emit(f, "call with a structure, and local memory of the callee", ["a:b64", "b:b64"], ["d:b32"],
         "{\n.param .align 8 .b8 s[16];\n.param .b32 r;\nst.param.b64 [s], %a;\nst.param.b64 [s+8], %b;\ncall (r), turn, (s);\nld.param.b32 %d, [r];\n}",
         [((x, y), ((y >> 32) ^ mask(x, 32),)) for x, y in pairs], before=local)
    emit(f, "exit of some lanes", ["a:b32"], ["d:b32"],
         ".reg .pred %p;\nmov.b32 %d, 5;\nst.global.b32 [%fixture_out], %d;\nsetp.gt.u32 %p, %row, 9;\n@%p exit;\nadd.u32 %d, %a, 1;", [((x,), (5 if k > 9 else mask(x + 1, 32),)) for k, x in enumerate(xs)])
    heap = ".extern .func (.param .b64 pointer) malloc(.param .b64 bytes);\n.extern .func free(.param .b64 pointer);"
    emit(f, "malloc and free", ["a:b32"], ["d:b32", "p:pred"],
         "{\n.param .b64 n;\n.param .b64 r;\nmov.u64 %fixture_lo, 48;\nst.param.b64 [n], %fixture_lo;\ncall.uni (r), malloc, (n);\nld.param.b64 %fixture_lo, [r];\n}\nsetp.ne.u64 %p, %fixture_lo, 0;\n"
         "st.b32 [%fixture_lo+44], %a;\nbar.sync 0;\nld.b32 %d, [%fixture_lo+44];\n{\n.param .b64 q;\nst.param.b64 [q], %fixture_lo;\ncall.uni free, (q);\n}", [((x,), (x, 1)) for x in xs], before=heap)


# ---- asynchronous copies and matrices -------------------------------------------------------------------------------

def asynchronous():
    f = "async"
    for size, kind in ((4, "ca"), (8, "ca"), (16, "ca"), (16, "cg")):
        for given in (None, 0, size // 2, size):
            rows = []
            for _ in range(12):
                words = [RANDOM.getrandbits(32) for _ in range(4)]
                total = sum(w << (32 * k) for k, w in enumerate(words))
                got = mask(total, 8 * (size if given is None else given))
                rows.append((words, [got >> (32 * k) & 0xffffffff if 4 * k < size else 0 for k in range(4)]))
            more = "" if given is None else f", {given}"
            emit(f, f"cp.async.{kind} of {size} bytes{'' if given is None else f', {given} given'}", [f"a{k}:b32" for k in range(4)], [f"d{k}:b32" for k in range(4)],
                 f"st.global.v4.b32 [%mem+16], {{%a0, %a1, %a2, %a3}};\nmembar.gl;\ncp.async.{kind}.shared.global [%smem+16], [%mem+16], {size}{more};\ncp.async.commit_group;\ncp.async.wait_group 0;\n"
                 "ld.shared.v4.b32 {%d0, %d1, %d2, %d3}, [%smem+16];", rows, 80)
    rows = [((x, k & 1), (0 if k & 1 else x,)) for k, x in enumerate(integers(32, 16))]
    emit(f, "cp.async with ignore-src", ["a:b32", "p:pred"], ["d:b32"],
         "st.global.b32 [%mem], %a;\nmembar.gl;\ncp.async.ca.shared.global [%smem], [%mem], 4, %p;\ncp.async.wait_all;\nld.shared.b32 %d, [%smem];", rows, 80)
    emit(f, "cp.async in two groups", ["a:b32", "b:b32"], ["d:b32", "e:b32"],
         "st.global.v2.b32 [%mem], {%a, %b};\nmembar.gl;\ncp.async.ca.shared::cta.global.L2::128B [%smem], [%mem], 4;\ncp.async.commit_group;\ncp.async.ca.shared.global [%smem+4], [%mem+4], 4;\ncp.async.commit_group;\n"
         "cp.async.wait_group 1;\nld.shared.b32 %d, [%smem];\ncp.async.wait_group 0;\nld.shared.b32 %e, [%smem+4];", [((x, y), (x, y)) for x, y in tuples(integers(32, 12), 2, 12)], 80)
    n = 64
    start = ".reg .pred %w;\n.reg .b64 %state;\n.reg .b32 %other;\nsetp.eq.u32 %w, %row, 0;\n@%w mbarrier.init.shared.b64 [%scommon], {count};\nbar.sync 0;\n"
    take = "xor.b32 %other, %row, 32;\nmad.lo.u32 %other, %other, 64, %scommon;\nld.shared.b32 %d, [%other+256];"
    rows = [((k * 5 + 2,), ((k ^ 32) * 5 + 2,)) for k in range(n)]
    emit(f, "mbarrier.arrive and test_wait", ["a:b32"], ["d:b32"],
         start.format(count=n) + "st.shared.b32 [%smem], %a;\nmbarrier.arrive.shared.b64 %state, [%scommon];\nwait:\nmbarrier.test_wait.shared.b64 %w, [%scommon], %state;\n@!%w bra wait;\n" + take, rows, 80)
    emit(f, "mbarrier.try_wait.parity over two phases", ["a:b32"], ["d:b32"],
         start.format(count=n) + "mbarrier.arrive.shared::cta.b64 _, [%scommon];\nwait0:\nmbarrier.try_wait.parity.shared::cta.b64 %w, [%scommon], 0;\n@!%w bra wait0;\nst.shared.b32 [%smem], %a;\n"
         "mbarrier.arrive.release.cta.shared::cta.b64 _, [%scommon];\nwait1:\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %w, [%scommon], 1, 1000;\n@!%w bra wait1;\n" + take, rows, 90)
    emit(f, "mbarrier: copies arrive", ["a:b32"], ["d:b32"],
         start.format(count=n) + "st.global.b32 [%mem], %a;\nmembar.gl;\ncp.async.ca.shared.global [%smem], [%mem], 4;\ncp.async.mbarrier.arrive.noinc.shared.b64 [%scommon];\n"
         "wait:\nmbarrier.try_wait.parity.shared.b64 %w, [%scommon], 0;\n@!%w bra wait;\n" + take, rows, 90)
    emit(f, "mbarrier: copies arrive beside the lanes", ["a:b32"], ["d:b32"],
         start.format(count=n) + "st.global.b32 [%mem], %a;\nmembar.gl;\ncp.async.ca.shared.global [%smem], [%mem], 4;\ncp.async.mbarrier.arrive.shared.b64 [%scommon];\n"
         "mbarrier.arrive.shared.b64 %state, [%scommon];\nwait:\nmbarrier.test_wait.shared.b64 %w, [%scommon], %state;\n@!%w bra wait;\n" + take, rows, 80)
    emit(f, "mbarrier.expect_tx and complete_tx", ["a:b32"], ["p:pred", "q:pred", "r:b32"],
         start.format(count=1) + "mov.u32 %r, 0;\nsetp.ne.u32 %p, %row, 0;\nsetp.ne.u32 %q, %row, 0;\nsetp.eq.u32 %w, %row, 0;\n@!%w bra rest;\nmbarrier.arrive.expect_tx.shared::cta.b64 %state, [%scommon], 64;\nmbarrier.pending_count.b64 %r, %state;\n"
         "mbarrier.test_wait.shared::cta.b64 %p, [%scommon], %state;\nmbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%scommon], 64;\nmbarrier.test_wait.shared::cta.b64 %q, [%scommon], %state;\n"
         "mbarrier.inval.shared.b64 [%scommon];\nrest:\nbar.sync 0;", [((0,), (int(k != 0), 1, int(k == 0))) for k in range(32)], 90)
    emit(f, "mbarrier.arrive with a count, and arrive_drop", ["a:b32"], ["p:pred", "q:pred"],
         start.format(count=10) + "setp.ne.u32 %p, %row, 0;\nsetp.ne.u32 %q, %row, 0;\nsetp.eq.u32 %w, %row, 0;\n@!%w bra rest;\nmbarrier.arrive.noComplete.shared.b64 %state, [%scommon], 8;\n"
         "mbarrier.arrive_drop.shared.b64 %state, [%scommon];\nmbarrier.test_wait.shared.b64 %p, [%scommon], %state;\nmbarrier.arrive.shared.b64 %state, [%scommon];\nmbarrier.arrive.noComplete.shared.b64 %state, [%scommon], 8;\n"
         "mbarrier.arrive.shared.b64 %state, [%scommon];\nmbarrier.test_wait.shared.b64 %q, [%scommon], %state;\nrest:\nbar.sync 0;", [((0,), (int(k != 0), 1)) for k in range(32)], 80)


def fragment_a(rows, k, e, lane, i):
    g, t = lane // 4, lane % 4
    reg, j = divmod(i, e)
    if rows == 8:
        return g, reg * 4 * e + t * e + j
    return g + 8 * (reg % 2), reg // 2 * 4 * e + t * e + j


def fragment_b(k, e, lane, i):
    reg, j = divmod(i, e)
    return reg * 4 * e + lane % 4 * e + j, lane // 4


def fragment_c(rows, lane, i):
    return lane // 4 + 8 * (i // 2), lane % 4 * 2 + i % 2


def matrices():
    f = "matrix"
    for count, trans in itertools.product((1, 2, 4), (False, True)):
        # Row r of matrix m holds m * 64 + r * 8 + column; each lane writes its own row first.
        word = lambda m, r, c: 1 + m * 64 + r * 8 + c
        rows = []
        for lane in range(32):
            m, r = divmod(lane, 8)
            given = [word(m, r, 2 * k) | word(m, r, 2 * k + 1) << 16 for k in range(4)]
            expected = []
            for m in range(count):
                a = [word(m, lane % 4 * 2 + j, lane // 4) if trans else word(m, lane // 4, lane % 4 * 2 + j) for j in range(2)]
                expected.append(a[0] | a[1] << 16)
            rows.append((given, expected))
        group = "{" + ", ".join(f"%d{k}" for k in range(count)) + "}"
        t = ".trans" if trans else ""
        emit(f, f"ldmatrix.x{count}{t}", [f"a{k}:b32" for k in range(4)], [f"d{k}:b32" for k in range(count)],
             f"st.shared.v4.b32 [%smem], {{%a0, %a1, %a2, %a3}};\nbar.sync 0;\nldmatrix.sync.aligned.m8n8.x{count}{t}.shared.b16 {group}, [%smem];", rows)
        back = []
        for lane in range(32):
            m, r = divmod(lane, 8)
            back.append([word(m, r, 2 * k) | word(m, r, 2 * k + 1) << 16 if m < count else 0 for k in range(4)])
        emit(f, f"stmatrix.x{count}{t}", [f"a{k}:b32" for k in range(count)], [f"d{k}:b32" for k in range(4)],
             f"stmatrix.sync.aligned.m8n8.x{count}{t}.shared.b16 [%smem], {group.replace('d', 'a')};\nbar.sync 0;\nld.shared.v4.b32 {{%d0, %d1, %d2, %d3}}, [%smem];",
             [(rows[lane][1], back[lane]) for lane in range(32)], 90)
    emit(f, "movmatrix", ["a:b32"], ["d:b32"], "movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;",
         [(((l // 4) * 8 + l % 4 * 2 | ((l // 4) * 8 + l % 4 * 2 + 1) << 16,), ((l % 4 * 2) * 8 + l // 4 | ((l % 4 * 2 + 1) * 8 + l // 4) << 16,)) for l in range(32)], 75)
    bits = {"f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f32": 32, "s32": 32,
            "s4": 4, "u4": 4, "b1": 1}

    def code_of(t, v):
        if t in ("s8", "u8", "s4", "u4", "b1", "s32"):
            return mask(int(v), bits[t])
        if t == "tf32":
            return sf.encode("f32", v if v else sf.ZERO)
        if t in ("e4m3", "e5m2"):
            table = {0: 0, 1: 0x38, 2: 0x40, 3: 0x44} if t == "e4m3" else {0: 0, 1: 0x3c, 2: 0x40, 3: 0x42}
            return table[abs(int(v))] | (0x80 if v < 0 else 0)
        return sf.encode(t, v if v else sf.ZERO)
    cases = []
    for t in ("f16", "bf16"):
        for k in (8, 16):
            cases += [(16, 8, k, t, t, d, 80) for d in (("f32", "f16") if t == "f16" else ("f32",))]
    cases += [(16, 8, k, "tf32", "tf32", "f32", 80) for k in (4, 8)]
    cases += [(8, 8, 4, "f64", "f64", "f64", 80)] + [(16, 8, k, "f64", "f64", "f64", 90) for k in (4, 8, 16)]
    cases += [(8, 8, 16, a, b, "s32", 75) for a, b in itertools.product(("s8", "u8"), repeat=2)]
    cases += [(16, 8, k, a, b, "s32", 80) for k in (16, 32) for a, b in itertools.product(("s8", "u8"), repeat=2)]
    cases += [(16, 8, 32, a, b, "f32", 89) for a, b in itertools.product(("e4m3", "e5m2"), repeat=2)]
    cases += [(m, 8, k, a, b, "s32", 80) for m, k in ((8, 32), (16, 32), (16, 64)) for a, b in itertools.product(("s4", "u4"), repeat=2)]
    cases += [(m, 8, k, "b1", "b1", "s32", 80) for m, k in ((8, 128), (16, 128), (16, 256))]
    before_small = None
    for m, n, k, ta, tb, td, needs in cases:
        if before_small is None and ta in ("s4", "u4", "b1"):
            before_small = RANDOM.getstate()  # so that what follows stays as it was
        for kind in ("xor", "and") if ta == "b1" else ("whole", "real") if td in ("f32", "f64") and ta[0] != "e" else ("whole", "ends") if td == "s32" else ("whole",):
            e = max(1, 32 // bits[ta])
            if td == "s32":
                draw = lambda t: RANDOM.randint(*((0, (1 << bits[t]) - 1) if t[0] != "s" else (-(1 << bits[t] - 1), (1 << bits[t] - 1) - 1)))
            elif kind == "real":
                draw = lambda t: sf.decode("f32" if t == "tf32" else t, code_of(t, sf.Fraction(RANDOM.uniform(-1, 1))) & (0xffffe000 if t == "tf32" else -1 & (1 << 64) - 1))
            else:
                draw = lambda t: sf.Fraction(RANDOM.randint(-3, 3))
            A = [[draw(ta) for _ in range(k)] for _ in range(m)]
            B = [[draw(tb) for _ in range(n)] for _ in range(k)]
            top = 2**31 - 1 if kind == "ends" else 0
            C = [[sf.Fraction(RANDOM.choice([top, -top - 1]) if top else RANDOM.randint(-9, 9)) for _ in range(n)] for _ in range(m)]
            number = lambda v: sf.number(v) if isinstance(v, str) else sf.Fraction(v)
            times = (lambda x, y: x ^ y) if kind == "xor" else lambda x, y: number(x) * number(y)
            D = [[C[r][c] + sum(times(A[r][x], B[x][c]) for x in range(k)) for c in range(n)] for r in range(m)]
            if kind == "ends":
                D = [[max(-2**31, min(top, v)) for v in row] for row in D]
            na, nb, nc = m * k // 32, k * n // 32, m * n // 32
            wide = 64 if td == "f64" else 32

            def pack(values, t):
                per = max(1, 32 // bits[t])
                return [sum(code_of(t, v) << (bits[t] * j) for j, v in enumerate(values[x:x + per])) for x in range(0, len(values), per)]
            rows = []
            for lane in range(32):
                a = pack([A[r][c] for r, c in (fragment_a(m, k, e, lane, i) for i in range(na))], ta)
                b = pack([B[r][c] for r, c in (fragment_b(k, e, lane, i) for i in range(nb))], tb)
                at = [fragment_c(m, lane, i) for i in range(nc)]
                c, d = pack([C[r][q] for r, q in at], td), pack([D[r][q] for r, q in at], td)
                rows.append((a + b + c, d))
            na, nb, nc = (len(pack([0] * x, t)) for x, t in ((m * k // 32, ta), (k * n // 32, tb), (m * n // 32, td)))
            wa = 64 if ta == "f64" else 32
            ins = [f"a{x}:b{wa}" for x in range(na)] + [f"b{x}:b{wa}" for x in range(nb)] + [f"c{x}:b{wide}" for x in range(nc)]
            group = lambda p, x: "{" + ", ".join(f"%{p}{y}" for y in range(x)) + "}"
            bound = "exact"
            outs = [f"d{x}:b{wide}" for x in range(nc)]
            if kind == "real":
                outs = [f"d{x}:{td}" for x in range(nc)]
                bound = f"absolute {32 * 2.0 ** -21}" if td == "f32" else f"absolute {2.0 ** -46}"
            sat = ".satfinite" if kind == "ends" else ""
            how = f".{kind}.popc" if ta == "b1" else ""
            emit(f, f"mma.m{m}n{n}k{k}.{td}.{ta}.{tb}, {kind} numbers", ins, outs,
                 f"mma.sync.aligned.m{m}n{n}k{k}.row.col{sat}.{td}.{ta}.{tb}.{td}{how} {group('d', nc)}, {group('a', na)}, {group('b', nb)}, {group('c', nc)};", rows, needs, bound)
    RANDOM.setstate(before_small)
    # wmma: which lane holds what is the hardware's business, so the matrices go through shared memory.
    shapes = [(16, 16, 16), (32, 8, 16), (8, 32, 16)]
    cases = [(s, "f16", d) for s in shapes for d in ("f16", "f32")] + [(s, "bf16", "f32") for s in shapes] + [(s, t, "s32") for s in shapes for t in ("s8", "u8")]
    cases += [((16, 16, 8), "tf32", "f32"), ((8, 8, 4), "f64", "f64")]
    for (m, n, k), t, td in cases:
        for la, lb in (("row", "col"), ("col", "row")) if t != "tf32" else (("row", "col"), ("row", "row")):
            A = [[RANDOM.randint(0 if t == "u8" else -3, 3) for _ in range(k)] for _ in range(m)]
            B = [[RANDOM.randint(0 if t == "u8" else -3, 3) for _ in range(n)] for _ in range(k)]
            C = [[RANDOM.randint(-9, 9) for _ in range(n)] for _ in range(m)]
            D = [[C[r][c] + sum(A[r][x] * B[x][c] for x in range(k)) for c in range(n)] for r in range(m)]
            lay = lambda M, order: [v for row in (M if order == "row" else zip(*M)) for v in row]
            def words(values, ty):
                raw = 0
                for x, v in enumerate(values):
                    raw |= code_of(ty, sf.Fraction(v)) << (bits[ty] * x)
                total = len(values) * bits[ty] // 64
                return [raw >> (64 * x) & (1 << 64) - 1 for x in range(total)]
            blob = [words(lay(A, la), t), words(lay(B, lb), t), words(lay(C, "row"), td), words(lay(D, "col"), td)]
            # Each lane brings its part of A, B and C into the memory that all share, and takes its part of D back.
            each = [-(-len(b) // 32) for b in blob]
            offset = [0]
            for x in each[:3]:
                offset.append(offset[-1] + x * 256)
            ins, code = [], ".reg .b64 %p0;\n.reg .b64 %base;\nadd.u64 %base, %common, 256;\n"
            for which in range(3):
                for x in range(each[which]):
                    ins.append(f"i{which}_{x}:b64")
                    code += f"mad.wide.u32 %p0, %row, 8, %base;\nst.global.b64 [%p0+{offset[which] + 256 * x}], %i{which}_{x};\n"
            code += "bar.sync 0;\n"
            regs = {"f16": 8, "bf16": 4 if m == n else None, "tf32": 4, "f64": 1, "s8": 2 if m == n else None, "u8": 2 if m == n else None}
            na = regs[t] or (m * k // 32) * bits[t] // 32
            nb = regs[t] or (k * n // 32) * bits[t] // 32
            nc = m * n // 32 * bits[td] // 32 if td != "f64" else 2
            wa, wc = ("b64", "b64") if t == "f64" else ("b32", "b32")
            code += f".reg .{wa} %a<{na}>, %b<{nb}>;\n.reg .{wc} %c<{nc}>, %d<{nc}>;\n"
            group = lambda p, x: "{" + ", ".join(f"%{p}{y}" for y in range(x)) + "}"
            shape = f"m{m}n{n}k{k}"
            strides = (k if la == "row" else m, n if lb == "row" else k, n, m)
            code += f"add.u64 %p0, %base, {offset[0]};\nwmma.load.a.sync.aligned.{la}.{shape}.global.{t} {group('a', na)}, [%p0], {strides[0]};\n"
            code += f"add.u64 %p0, %base, {offset[1]};\nwmma.load.b.sync.aligned.{lb}.{shape}.global.{t} {group('b', nb)}, [%p0], {strides[1]};\n"
            code += f"add.u64 %p0, %base, {offset[2]};\nwmma.load.c.sync.aligned.row.{shape}.global.{td} {group('c', nc)}, [%p0], {strides[2]};\n"
            types = f"{td}.{td}" if t == "f16" else f"{td}.{t}.{t}.{td}"
            code += f"wmma.mma.sync.aligned.{la}.{lb}.{shape}.{types} {group('d', nc)}, {group('a', na)}, {group('b', nb)}, {group('c', nc)};\n"
            code += f"add.u64 %p0, %base, {offset[3]};\nwmma.store.d.sync.aligned.col.{shape}.global.{td} [%p0], {group('d', nc)}, {strides[3]};\nbar.sync 0;\nmad.wide.u32 %p0, %row, 8, %base;\n"
            outs = []
            for x in range(each[3]):
                outs.append(f"o{x}:b64")
                code += f"ld.global.b64 %o{x}, [%p0+{offset[3] + 256 * x}];\n"
            rows = []
            part = lambda which, lane, x: blob[which][32 * x + lane] if 32 * x + lane < len(blob[which]) else 0
            for lane in range(32):
                rows.append(([part(w, lane, x) for w in range(3) for x in range(each[w])], [part(3, lane, x) if 32 * x + lane < len(blob[3]) else None for x in range(each[3])]))
            emit(f, f"wmma.{la}.{lb}.{shape}.{types}", ins, outs, code, rows, 80)


def too_small(v, rnd):
    """For single precision, once it is rounded to 24 bits without a smallest exponent."""
    if isinstance(v, str) or v == 0:
        return False
    rounded = sf.decode("f32", sf.encode("f32", v * 2 ** 64, rnd))
    return not isinstance(rounded, str) and abs(rounded) < sf.Fraction(2) ** -62


def what_the_hardware_does():
    """Where the ISA leaves it open: rules that were found on an H200 with the fixtures above."""
    f = "hardware"
    nans = [0x7ff8000000000000, 0xfff8000000000000, 0x7ff4000000000001, 0xfff123456789abcd, 0x7fffffffffffffff, 0xffffffffffffffff]
    one = 0x3ff0000000000000
    kept = lambda *operands: sf.kept_nan("f64", *operands)
    for rnd in ROUNDINGS:
        for op in ("add", "mul", "div"):
            plain(f, f"{op}.{rnd}.f64 of what is no number", ["b64"] * 2, kept, [(n, one) for n in nans] + [(one, n) for n in nans], "b64",
                  mnemonic=f"{op}.{rnd}.f64")
        plain(f, f"fma.{rnd}.f64 of what is no number", ["b64"] * 3, kept,
              [r for n in nans for r in ((n, one, one), (one, n, one), (one, one, n))], "b64", mnemonic=f"fma.{rnd}.f64")
        for op in ("rcp", "sqrt"):
            plain(f, f"{op}.{rnd}.f64 of what is no number", ["b64"], kept, [(n,) for n in nans], "b64", mnemonic=f"{op}.{rnd}.f64")
        plain(f, f"sub.{rnd}.f64 of what is no number", ["b64"] * 2, kept, [(n, one) for n in nans] + [(one, n) for n in nans], "b64",
              mnemonic=f"sub.{rnd}.f64")
        for d in ("f16", "f32"):
            plain(f, f"cvt.{rnd}.{d}.f64 of what is no number", ["b64"], lambda x: sf.narrowed_nan(d, "f64", x), [(n,) for n in nans], f"b{bits_of(d)}",
                  mnemonic=f"cvt.{rnd}.{d}.f64")
        edge = [0x380fffffffffffff, 0xb80fffffffffffff, 0x380fffffe0000000, 0x380fffffe0000001, 0x380ffffff0000000, 0x36a0000000000000, 0x3690000000000000]
        plain(f, f"cvt.{rnd}.ftz.f32.f64 just below the smallest normal number", ["b64"],
              lambda x: sf.encode("f32", sf.decode("f64", x), rnd) if not too_small(sf.decode("f64", x), rnd) else x >> 63 << 31, [(x,) for x in edge], "b32",
              mnemonic=f"cvt.{rnd}.ftz.f32.f64")
    plain(f, "cvt.f32.bf16 of what is no number", ["b16"], lambda x: x << 16, [(x,) for x in (0x7fc0, 0xffc0, 0x7fff, 0xffff)], "b32", 90, mnemonic="cvt.f32.bf16")
    numbers = [0, 1, 7, 31, 63, 64, 65, 128, 255, 256, 257, 320, 0x10000, 0x80000000, 0xffffffff]
    random_bits = random.Random(5)
    fields = [(random_bits.getrandbits(64), random_bits.getrandbits(64), p, n) for p in numbers for n in numbers]
    def extract(x, p, n, is_signed):
        sign = x >> min(p + n - 1, 63) & 1 if is_signed and n else 0
        return sum((x >> (p + k) & 1 if k < n and p + k < 64 else sign) << k for k in range(64))
    def insert(x, y, p, n):
        m = mask((1 << min(n, 64)) - 1 << p, 64) if p < 64 else 0
        return y & ~m | (x << p & m if p < 64 else 0)
    plain(f, "bfe.u64 with large numbers", ["b64", "b32", "b32"], lambda x, p, n: extract(x, p, n, False), [(x, p, n) for x, _, p, n in fields], "b64", mnemonic="bfe.u64")
    plain(f, "bfe.s64 with large numbers", ["b64", "b32", "b32"], lambda x, p, n: extract(x, p, n, True), [(x, p, n) for x, _, p, n in fields], "b64", mnemonic="bfe.s64")
    plain(f, "bfi.b64 with large numbers", ["b64", "b64", "b32", "b32"], insert, fields, "b64", mnemonic="bfi.b64")


def scalar_video():
    """Section 9.7.17: parts of the operands, an operation, saturation, and a second operation or a part of the result."""
    f = "video"
    bits = random.Random(11)
    words = integers(32, 20)
    triples = [(bits.choice(words), bits.choice(words), bits.getrandbits(32)) for _ in range(24)]
    places = {"": (0, 32), ".b0": (0, 8), ".b1": (8, 8), ".b2": (16, 8), ".b3": (24, 8), ".h0": (0, 16), ".h1": (16, 16)}

    def part(x, place, t):
        shift, width = places[place]
        return integer(x >> shift & ((1 << width) - 1), f"{t[0]}{width}")

    def result(v, z, d, place, sat, second):
        shift, width = places[place]
        if sat:
            low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if d == "s32" else (0, (1 << width) - 1)
            v = max(low, min(high, v))
        v, number = mask(v, 32), lambda w: integer(w, d)
        if second == "add":
            return mask(v + z, 32)
        if second:
            return (min if second == "min" else max)(v, z, key=number)
        if place:
            ones = (1 << width) - 1
            return z & ~(ones << shift) | (v & ones) << shift
        return v

    def one(name, types, op, a="", b="", d="", sat=False, second="", mode=""):
        td, ta, tb = types
        code = f"{name}.{td}.{ta}.{tb}{mode}{'.sat' if sat else ''}{'.' + second if second else ''}"
        rest = ", %c" if second or d else ""
        emit(f, f"{code} d{d} a{a} b{b}", ["a:b32", "b:b32", "c:b32"], ["d:b32"], f"{code} %d{d}, %a{a}, %b{b}{rest};",
             [(r, (result(op(part(r[0], a, ta), part(r[1], b, tb)), r[2], td, d, sat, second),)) for r in triples])

    ops = {"vadd": lambda x, y: x + y, "vsub": lambda x, y: x - y, "vabsdiff": lambda x, y: abs(x - y), "vmin": min, "vmax": max}
    for name, op in ops.items():
        for types in itertools.product(("u32", "s32"), repeat=3):
            one(name, types, op, sat=True)
            one(name, types, op, a=".h1", b=".b2", second="add")
        for k, (a, b, d) in enumerate(((".b0", ".b3", ""), (".h0", "", ".h1"), ("", ".b1", ".b2"), (".b2", ".h1", ".b0"))):
            one(name, ("s32", "s32", "u32") if k % 2 else ("u32", "s32", "s32"), op, a, b, d, sat=bool(d), second="" if d else "max")
        one(name, ("s32", "s32", "s32"), op, a=".b1", b=".b1", second="min")
    for t, clamp in itertools.product(("u32", "s32"), (True, False)):
        by = lambda y: min(y, 32) if clamp else y & 31
        for name, op in (("vshl", lambda x, y: x << by(y)), ("vshr", lambda x, y: x >> by(y))):
            one(name, (t, t, "u32"), op, b=".b0", mode=".clamp" if clamp else ".wrap")
            one(name, (t, t, "u32"), op, a=".h1", b=".b1", second="add", mode=".clamp" if clamp else ".wrap")
    for t, scale, sat in itertools.product(("u32", "s32"), (0, 7, 15), (True, False)):
        code = f"vmad.{t}.{t}.{t}{'.sat' if sat else ''}{f'.shr{scale}' if scale else ''}"
        emit(f, code, ["a:b32", "b:b32", "c:b32"], ["d:b32"], f"{code} %d, %a.h0, %b.b3, %c;",
             [(r, (result(part(r[0], ".h0", t) * part(r[1], ".b3", t) + integer(r[2], t) >> scale, 0, t, "", sat, ""),)) for r in triples])
    compare = {"eq": lambda x, y: x == y, "ne": lambda x, y: x != y, "lt": lambda x, y: x < y, "le": lambda x, y: x <= y,
               "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y}
    for (name, op), (ta, tb) in itertools.product(compare.items(), (("u32", "u32"), ("s32", "s32"))):
        emit(f, f"vset.{ta}.{tb}.{name}", ["a:b32", "b:b32", "c:b32"], ["d:b32", "e:b32"],
             f"vset.{ta}.{tb}.{name} %d, %a.b0, %b.b1;\nvset.{ta}.{tb}.{name}.add %e, %a, %b, %c;",
             [(r, (int(op(part(r[0], ".b0", ta), part(r[1], ".b1", tb))), mask(int(op(integer(r[0], ta), integer(r[1], tb))) + r[2], 32))) for r in triples])


def single_block_clusters():
    """A kernel that is launched without a cluster is one of a single block."""
    f = "cluster"
    emit(f, "the number of lanes", ["a:b32"], ["d:b32", "e:b32"], "mov.u32 %d, WARP_SZ;\nadd.u32 %e, %a, WARP_SZ;", [((k,), (32, k + 32)) for k in range(4)])
    emit(f, "mapa and getctarank", ["a:b32"], ["d:b32", "e:b32", "g:b32"],
         ".reg .b32 %there;\n.reg .b64 %wide, %far;\nst.shared.b32 [%smem], %a;\nmapa.shared::cluster.u32 %there, %smem, 0;\nld.shared::cluster.b32 %d, [%there];\n"
         "cvt.u64.u32 %wide, %smem;\ncvta.shared.u64 %wide, %wide;\nmapa.u64 %far, %wide, 0;\nld.b32 %e, [%far];\ngetctarank.u64 %g, %wide;", [((k * 3,), (k * 3, k * 3, 0)) for k in range(32)], 90)
    emit(f, "barrier.cluster", ["a:b32"], ["d:b32"],
         ".reg .b32 %other;\nst.shared.b32 [%smem], %a;\nbarrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;\nxor.b32 %other, %row, 32;\nmad.lo.u32 %other, %other, 64, %scommon;\n"
         "ld.shared.b32 %d, [%other+256];\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;", [((k * 5 + 2,), ((k ^ 32) * 5 + 2,)) for k in range(64)], 90)
    emit(f, "whether there is a cluster", ["a:b32"], ["p:pred"], "mov.pred %p, %is_explicit_cluster;", [((0,), (0,))], 90)


def bulk_copies():
    f = "async"
    bits = random.Random(12)
    words = [bits.getrandbits(32) for _ in range(32)]
    rows = [((w,), (words[k ^ 1],)) for k, w in enumerate(words)]
    emit(f, "cp.async.bulk to shared memory", ["a:b32"], ["d:b32"],
         ".reg .pred %w;\n.reg .b32 %to, %from;\n.reg .b64 %there;\nshl.b32 %to, %row, 2;\nadd.u32 %to, %to, %scommon;\ncvt.u64.u32 %there, %row;\nshl.b64 %there, %there, 2;\nadd.u64 %there, %there, %common;\n"
         "st.global.b32 [%there], %a;\nmembar.gl;\nsetp.eq.u32 %w, %row, 0;\n@%w mbarrier.init.shared.b64 [%smem], 1;\n@%w fence.proxy.async;\nbar.sync 0;\n"
         "@!%w bra wait;\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [%smem], 128;\n"
         "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%scommon], [%common], 128, [%smem];\n"
         "wait:\nadd.u32 %from, %scommon, 256;\nmbarrier.try_wait.parity.shared::cta.b64 %w, [%from], 0;\n@!%w bra wait;\nxor.b32 %to, %row, 1;\nshl.b32 %to, %to, 2;\nadd.u32 %to, %to, %scommon;\nld.shared.b32 %d, [%to];",
         rows, 90)
    emit(f, "cp.async.bulk from shared memory", ["a:b32"], ["d:b32"],
         ".reg .pred %w;\n.reg .b32 %to;\n.reg .b64 %there;\nshl.b32 %to, %row, 2;\nadd.u32 %to, %to, %scommon;\nst.shared.b32 [%to], %a;\nfence.proxy.async;\nbar.sync 0;\nsetp.eq.u32 %w, %row, 0;\n"
         "@!%w bra done;\ncp.async.bulk.global.shared::cta.bulk_group [%common], [%scommon], 128;\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\ndone:\nbar.sync 0;\n"
         "xor.b32 %to, %row, 1;\ncvt.u64.u32 %there, %to;\nshl.b64 %there, %there, 2;\nadd.u64 %there, %there, %common;\nld.global.b32 %d, [%there];", rows, 90)


def parts_of_bytes():
    """wmma of numbers of four bits and of single bits: A by rows, B by columns, through memory."""
    f = "matrix"
    bits = random.Random(13)
    for t, k, width in (("s4", 32, 4), ("u4", 32, 4), ("b1", 128, 1)):
        a, b = ([bits.getrandbits(32) for _ in range(32)] for _ in range(2))
        def number(words, line, i):
            at = (line * k + i) * width
            v = words[at // 32] >> at % 32 & ((1 << width) - 1)
            return v - 16 if t == "s4" and v & 8 else v
        for combine in (("xor", "and") if t == "b1" else ("",)):
            product = (lambda x, y: x ^ y) if combine == "xor" else lambda x, y: x * y
            d = [sum(product(number(a, r, i), number(b, c, i)) for i in range(k)) for r in range(8) for c in range(8)]
            shape = f"m8n8k{k}"
            how = f".{combine}.popc" if combine else ""
            rows = [((a[lane], b[lane]), (mask(d[2 * lane], 32), mask(d[2 * lane + 1], 32))) for lane in range(32)]
            emit(f, f"wmma{how}.{shape}.{t}", ["a:b32", "b:b32"], ["d:b32", "e:b32"],
                 ".reg .b32 %to, %fa, %fb, %c0, %c1;\nshl.b32 %to, %row, 2;\nadd.u32 %to, %to, %scommon;\nst.shared.b32 [%to], %a;\nst.shared.b32 [%to+128], %b;\nadd.u32 %to, %scommon, 128;\nbar.sync 0;\n"
                 f"wmma.load.a.sync.aligned.row.{shape}.shared.{t} {{%fa}}, [%scommon], {k};\nwmma.load.b.sync.aligned.col.{shape}.shared.{t} {{%fb}}, [%to], {k};\n"
                 f"mov.b32 %c0, 0;\nmov.b32 %c1, 0;\nwmma.mma{how}.sync.aligned.row.col.{shape}.s32.{t}.{t}.s32 {{%c0, %c1}}, {{%fa}}, {{%fb}}, {{%c0, %c1}};\nbar.sync 0;\n"
                 f"wmma.store.d.sync.aligned.row.{shape}.shared.s32 [%scommon], {{%c0, %c1}}, 8;\nbar.sync 0;\nshl.b32 %to, %row, 3;\nadd.u32 %to, %to, %scommon;\nld.shared.v2.b32 {{%d, %e}}, [%to];", rows, 80 if combine == "and" else 75)


def write():
    for file, fixtures in FILES.items():
        (HERE / f"{file}.fixtures").write_text(
            "# SPDX-License-Identifier: GPL-3.0-or-later\n# Written by generate.py. The form: fixture.h.\n" + "\n".join(fixtures))
        print(f"{file}: {len(fixtures)} fixtures")


if __name__ == "__main__":
    for part in (integer_arithmetic, bit_instructions, comparisons, float_arithmetic, functions, half_arithmetic, conversions,
                 memory_accesses, atomics, warp_instructions, barriers, control, asynchronous, matrices,
                 what_the_hardware_does, scalar_video, single_block_clusters, bulk_copies, parts_of_bytes):
        part()
    write()
