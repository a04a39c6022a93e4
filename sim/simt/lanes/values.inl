// SPDX-License-Identifier: GPL-3.0-or-later
// Values as the GPU has them: canonical NaNs, flushed subnormals, half precision.

template<class To, class From>
inline To bitCast(From from)
{
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

// Results that are not a number have one bit pattern in single precision (PTX ISA, 9.7.3: canonical NaN).
inline float canonical(float x) { return x == x ? x : bitCast<float>(0x7fffffffu); }
inline double canonical(double x) { return x == x ? x : bitCast<double>(0xfff8000000000000ull); }

// In double precision the payload and the sign of an operand that is not a number are kept, as an H200 does it (the
// ISA says that they may be); only what arises anew has the one pattern.
inline double quiet(double x) { return bitCast<double>(bitCast<uint64_t>(x) | 0x8000000000000ull); }
inline float canonical(float result, float) { return canonical(result); }
inline float canonical(float result, float, float) { return canonical(result); }
inline float canonical(float result, float, float, float) { return canonical(result); }
inline double canonical(double result, double a) { return a != a ? quiet(a) : canonical(result); }
inline double canonical(double result, double a, double b) { return a != a ? quiet(a) : canonical(result, b); }
inline double canonical(double result, double a, double b, double c)
{
    return a != a ? quiet(a) : canonical(result, b, c);
}

inline float flushed(float x)
{
    const uint32_t bits = bitCast<uint32_t>(x);
    return (bits & 0x7f800000u) == 0 ? bitCast<float>(bits & 0x80000000u) : x;
}
inline double flushed(double x) { return x; }

/// Half precision and bfloat16 as they lie in a register. They are computed with in single precision: one rounding
/// from 24 bits is the same as from the exact result for + - * / and the square root of numbers of 11 or 8 bits.
struct Half {
    uint16_t bits;
};
struct Bfloat {
    uint16_t bits;
};

inline Bfloat flushed(Bfloat x) { return x; }
inline Half flushed(Half x) { return (x.bits & 0x7c00u) == 0 ? Half{static_cast<uint16_t>(x.bits & 0x8000u)} : x; }

template<bool Flush, class T>
inline T flushIf(T x)
{
    if constexpr (Flush)
        return flushed(x);
    else
        return x;
}

template<bool Saturate, class T>
inline T saturateIf(T x)
{
    if constexpr (Saturate)
        return x > T(0) ? (x < T(1) ? x : T(1)) : T(0); // not a number: 0
    else
        return x;
}

inline float widen(Half h)
{
    const uint32_t sign = static_cast<uint32_t>(h.bits & 0x8000u) << 16;
    const uint32_t exponent = h.bits >> 10 & 0x1f;
    const uint32_t fraction = h.bits & 0x3ffu;
    if (exponent == 31)
        return bitCast<float>(sign | 0x7f800000u | fraction << 13);
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
        return bitCast<float>(bitCast<uint32_t>(magnitude) | sign);
    }
    return bitCast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}
inline float widen(Bfloat b) { return bitCast<float>(static_cast<uint32_t>(b.bits) << 16); }

/// Rounds the significand of a non-negative integer `value` with `drop` bits below the last one that is kept.
inline uint64_t roundedShift(uint64_t value, unsigned drop, Round round, bool negative)
{
    if (drop == 0)
        return value;
    if (drop > 63)
        return (value != 0 && ((round == Round::Up && !negative) || (round == Round::Down && negative))) ? 1 : 0;
    const uint64_t kept = value >> drop;
    const uint64_t rest = value & ((1ull << drop) - 1);
    const uint64_t half = 1ull << (drop - 1);
    bool up = false;
    switch (round) {
    case Round::Zero:
        break;
    case Round::Down:
        up = negative && rest != 0;
        break;
    case Round::Up:
        up = !negative && rest != 0;
        break;
    case Round::NearestAway:
        up = rest >= half;
        break;
    default:
        up = rest > half || (rest == half && (kept & 1));
        break;
    }
    return kept + up;
}

/// A double to a smaller binary format with `exponentBits` and `fractionBits`, as its bit pattern.
template<int exponentBits, int fractionBits>
inline uint32_t narrowBits(double x, Round round, uint32_t nanBits)
{
    const uint64_t bits = bitCast<uint64_t>(x);
    const bool negative = bits >> 63;
    const uint32_t sign = static_cast<uint32_t>(negative) << (exponentBits + fractionBits);
    constexpr int bias = (1 << (exponentBits - 1)) - 1;
    constexpr uint32_t infinity = ((1u << exponentBits) - 1) << fractionBits;
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
    const uint64_t fraction = bits & 0xfffffffffffffull;
    if (exponent == 1024)
        return fraction ? nanBits : (sign | infinity);
    if (exponent == -1023 && fraction == 0)
        return sign;
    const uint64_t significand = exponent == -1023 ? fraction : (fraction | 1ull << 52);
    const int real = exponent == -1023 ? -1022 : exponent;
    // Subnormal results keep fewer bits.
    const int drop = 52 - fractionBits + (real < 1 - bias ? 1 - bias - real : 0);
    uint64_t rounded = roundedShift(significand, drop > 64 ? 64u : static_cast<unsigned>(drop), round, negative);
    uint64_t result;
    if (real < 1 - bias)
        result = rounded; // rounding up to the smallest normal number carries into the exponent by itself
    else
        result = rounded + (static_cast<uint64_t>(real + bias - 1) << fractionBits);
    if (result >= infinity) {
        const bool toInfinity = round == Round::Nearest || round == Round::Unspecified ||
                                round == Round::NearestAway || (round == Round::Up && !negative) ||
                                (round == Round::Down && negative);
        result = toInfinity ? infinity : infinity - 1;
    }
    return sign | static_cast<uint32_t>(result);
}

template<class T>
struct Narrow;
template<>
struct Narrow<Half> {
    static Half from(double x, Round round) { return {static_cast<uint16_t>(narrowBits<5, 10>(x, round, 0x7fff))}; }
};
template<>
struct Narrow<Bfloat> {
    static Bfloat from(double x, Round round) { return {static_cast<uint16_t>(narrowBits<8, 7>(x, round, 0x7fff))}; }
};
template<>
struct Narrow<float> {
    static float from(double x, Round round) { return bitCast<float>(narrowBits<8, 23>(x, round, 0x7fffffffu)); }
};
