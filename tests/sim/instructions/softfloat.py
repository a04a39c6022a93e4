# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers as the PTX ISA has them, in exact arithmetic: what the fixtures' expected values are computed with.

Written apart from the emulator on purpose, and slowly: a value is a Fraction, 'nan', 'inf', '-inf', '0' or '-0'.
"""
from fractions import Fraction
import math
import struct

FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52), "tf32": (8, 10), "e4m3": (4, 3), "e5m2": (5, 2)}
NAN = {"f16": 0x7fff, "bf16": 0x7fff, "f32": 0x7fffffff, "f64": 0xfff8000000000000}
NAN, INF, NINF, ZERO, NZERO = {**NAN}, "inf", "-inf", "0", "-0"


def decode(fmt, bits):
    e, f = FORMATS[fmt]
    sign = bits >> (e + f) & 1
    exponent = bits >> f & ((1 << e) - 1)
    fraction = bits & ((1 << f) - 1)
    bias = (1 << (e - 1)) - 1
    if exponent == (1 << e) - 1:
        return "nan" if fraction else (NINF if sign else INF)
    if exponent == 0:
        if fraction == 0:
            return NZERO if sign else ZERO
        value = Fraction(fraction) * Fraction(2) ** (1 - bias - f)
    else:
        value = Fraction(fraction | 1 << f) * Fraction(2) ** (exponent - bias - f)
    return -value if sign else value


def whole(value, rounding):
    """A Fraction to an integer."""
    floor = value.numerator // value.denominator
    rest = value - floor
    if rest == 0:
        return floor
    if rounding == "rm":
        return floor
    if rounding == "rp":
        return floor + 1
    if rounding == "rz":
        return floor if value > 0 else floor + 1
    if rounding == "rna":
        return (floor + (rest >= Fraction(1, 2))) if value > 0 else (floor + (rest > Fraction(1, 2)))
    if rest == Fraction(1, 2):
        return floor + (floor & 1)
    return floor + (rest > Fraction(1, 2))


def encode(fmt, value, rounding="rn", flush=False):
    """The bits of a value, rounded. A NaN gets the canonical pattern."""
    e, f = FORMATS[fmt]
    bias = (1 << (e - 1)) - 1
    infinity = ((1 << e) - 1) << f
    signbit = 1 << (e + f)
    if value == "nan":
        return NAN[fmt]
    if value == INF:
        return infinity
    if value == NINF:
        return infinity | signbit
    if value == ZERO:
        return 0
    if value == NZERO:
        return signbit
    value = Fraction(value)
    if value == 0:
        return 0
    sign = signbit if value < 0 else 0
    m = abs(value)
    exponent = m.numerator.bit_length() - m.denominator.bit_length()
    if Fraction(2) ** exponent > m:
        exponent -= 1
    tiny = exponent < 1 - bias
    exponent = max(exponent, 1 - bias)
    unit = Fraction(2) ** (exponent - f)
    mode = rounding if not sign else {"rm": "rp", "rp": "rm"}.get(rounding, rounding)
    n = whole(m / unit, mode)
    if n >= 1 << (f + 1):
        n >>= 1
        exponent += 1
    if exponent > bias:
        overflow = mode in ("rn", "rna", "rp")
        return sign | (infinity if overflow else infinity - 1)
    if n < 1 << f:  # subnormal, or zero
        return sign | (0 if flush else n)
    return sign | ((exponent + bias) << f) + (n - (1 << f))


def kept_nan(fmt, *operands):
    """What the H200 gives where the result is no number: the first operand that is none, made quiet; else one pattern."""
    for bits in operands:
        if decode(fmt, bits) == "nan":
            return bits | 1 << (FORMATS[fmt][1] - 1)
    return NAN[fmt]


def narrowed_nan(to, fmt, bits):
    """Sign and the upper bits of the payload, quiet."""
    (e, f), (e2, f2) = FORMATS[fmt], FORMATS[to]
    payload = bits & (1 << f) - 1 | 1 << (f - 1)
    payload = payload >> (f - f2) if f >= f2 else payload << (f2 - f)
    return (bits >> (e + f)) << (e2 + f2) | ((1 << e2) - 1) << f2 | payload


def flushed(fmt, bits, flush=True):
    e, f = FORMATS[fmt]
    return bits & (1 << (e + f)) if flush and not bits >> f & ((1 << e) - 1) else bits


def is_negative(v):
    return v in (NINF, NZERO) or (not isinstance(v, str) and v < 0)


def is_zero(v):
    return v in (ZERO, NZERO)


def number(v):
    return Fraction(0) if is_zero(v) else v


def negate(v):
    return {INF: NINF, NINF: INF, ZERO: NZERO, NZERO: ZERO, "nan": "nan"}[v] if isinstance(v, str) else -v


def add(a, b, rounding="rn"):
    if "nan" in (a, b):
        return "nan"
    if a in (INF, NINF) or b in (INF, NINF):
        if a in (INF, NINF) and b in (INF, NINF) and a != b:
            return "nan"
        return a if a in (INF, NINF) else b
    if is_zero(a) and is_zero(b) and a == b:
        return a
    total = number(a) + number(b)
    if total == 0:
        return NZERO if rounding == "rm" else ZERO
    return total


def mul(a, b):
    if "nan" in (a, b):
        return "nan"
    sign = is_negative(a) != is_negative(b)
    if a in (INF, NINF) or b in (INF, NINF):
        if is_zero(a) or is_zero(b):
            return "nan"
        return NINF if sign else INF
    product = number(a) * number(b)
    if product == 0:
        return NZERO if sign else ZERO
    return product


def div(a, b):
    if "nan" in (a, b):
        return "nan"
    sign = is_negative(a) != is_negative(b)
    if a in (INF, NINF):
        return "nan" if b in (INF, NINF) else (NINF if sign else INF)
    if b in (INF, NINF):
        return NZERO if sign else ZERO
    if is_zero(b):
        return "nan" if is_zero(a) else (NINF if sign else INF)
    if is_zero(a):
        return NZERO if sign else ZERO
    return a / b


def sqrt_bits(fmt, a, rounding="rn"):
    if a == "nan" or (is_negative(a) and a != NZERO):
        return encode(fmt, "nan")
    if isinstance(a, str):
        return encode(fmt, a)
    # Enough bits for the last one to tell whether the root is exact.
    shift = 700
    scaled = a * Fraction(4) ** shift
    root = math.isqrt(scaled.numerator // scaled.denominator)
    exact = root * root == scaled
    value = Fraction(root) / Fraction(2) ** shift if exact else Fraction(2 * root + 1) / Fraction(2) ** (shift + 1)
    return encode(fmt, value, rounding)


def compare(a, b):
    """None where one is not a number, else -1, 0, 1."""
    if "nan" in (a, b):
        return None
    order = {NINF: -1, INF: 1}
    x, y = order.get(a, 0), order.get(b, 0)
    if x or y:
        return (x > y) - (x < y)
    x, y = number(a), number(b)
    return (x > y) - (x < y)


def from_double(x):
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return INF if x > 0 else NINF
    if x == 0:
        return NZERO if math.copysign(1, x) < 0 else ZERO
    return Fraction(x)


def to_double(v):
    if isinstance(v, str):
        return {"nan": math.nan, INF: math.inf, NINF: -math.inf, ZERO: 0.0, NZERO: -0.0}[v]
    return float(v)


def f32(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def f64(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]
