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


def emit(file, name, ins, outs, code, rows, target=75, bound="exact", before=""):
    text = [f"fixture {name}"]
    if target != 75:
        text.append(f"target {target}")
    if ins:
        text.append("in " + " ".join(ins))
    text.append("out " + " ".join(outs))
    if bound != "exact":
        text.append("bound " + bound)
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


def plain(file, mnemonic, types, function, rows, d, target=75, bound="exact", extra=""):
    """An instruction d, a, b, c with those types."""
    names = "abcefg"[: len(types)]
    emit(file, mnemonic, [f"{n}:{t}" for n, t in zip(names, types)], [f"d:{d}"],
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
                p, n = p & 255, n & 255
                if n == 0:
                    return 0
                sign = x >> min(p + n - 1, b - 1) & 1 if t[0] == "s" else 0
                return sum((x >> (p + k) & 1 if k < n and p + k < b else sign) << k for k in range(b))
            plain(f, f"bfe.{t}", [f"b{b}", "b32", "b32"], extract, fields, f"b{b}")

        def insert(x, y, p, n):
            p, n = p & 255, n & 255
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

            def out(v, rnd=rnd, flush=flush, sat=sat):
                bits = sf.encode(t, v, rnd)
                bits = sf.flushed(t, bits, flush)
                return sf.encode(t, saturated(sf.decode(t, bits))) if sat else bits
            plain(f, f"add.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.add(dec(x), dec(y), rnd)), pairs, reg)
            plain(f, f"sub.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.add(dec(x), sf.negate(dec(y)), rnd)), pairs, reg)
            plain(f, f"mul.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.mul(dec(x), dec(y))), pairs, reg)
            plain(f, f"fma.{rnd}{suffix}.{t}", [reg] * 3,
                  lambda x, y, z: out(sf.add(sf.mul(dec(x), dec(y)), dec(z), rnd)), triples, reg)
            if not sat:
                plain(f, f"div.{rnd}{suffix}.{t}", [reg] * 2, lambda x, y: out(sf.div(dec(x), dec(y))), pairs, reg)
                plain(f, f"rcp.{rnd}{suffix}.{t}", [reg], lambda x: out(sf.div(sf.Fraction(1), dec(x))), ones, reg)
                plain(f, f"sqrt.{rnd}{suffix}.{t}", [reg], lambda x: sf.sqrt_bits(t, dec(x), rnd), ones, reg)
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
            "normal": lambda x, v: not isinstance(v, str) and x & ~(1 << (b - 1)) >= smallest,
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
        approximate(f"lg2.approx{z}.f32", [sf.f32(RANDOM.uniform(0.51, 1.99)) for _ in range(30)], log, f"absolute {2 ** -22.6}")
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
                v = sf.decode(s, sf.flushed(s, x, flush and s == "f32"))
                if rnd.endswith("i") and not isinstance(v, str):
                    n = sf.whole(v, rnd[:2])
                    v = sf.Fraction(n) if n else (sf.NZERO if v < 0 else sf.ZERO)
                if ".relu" in more:
                    v = relu(v)
                if v == "nan" and d == "f64" and ".sat" not in more:
                    return None  # which NaN the ISA does not say
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


def write():
    for file, fixtures in FILES.items():
        (HERE / f"{file}.fixtures").write_text(
            "# SPDX-License-Identifier: GPL-3.0-or-later\n# Written by generate.py. The form: fixture.h.\n" + "\n".join(fixtures))
        print(f"{file}: {len(fixtures)} fixtures")


if __name__ == "__main__":
    for part in (integer_arithmetic, bit_instructions, comparisons, float_arithmetic, functions, half_arithmetic, conversions):
        part()
    write()
