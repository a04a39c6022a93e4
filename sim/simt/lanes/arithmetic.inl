// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic: PTX ISA 9.0, sections 9.7.1 (integer), 9.7.2 (extended precision), 9.7.3 (floating point) and 9.7.4
// (half precision). Each operation is a small struct with `of`; the tables below say for which types it exists.

// ---- integers -------------------------------------------------------------------------------------------------

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

template<class T>
struct WiderOf;
template<> struct WiderOf<uint16_t> { using type = uint32_t; };
template<> struct WiderOf<int16_t> { using type = int32_t; };
template<> struct WiderOf<uint32_t> { using type = uint64_t; };
template<> struct WiderOf<int32_t> { using type = int64_t; };
template<> struct WiderOf<uint64_t> { using type = Uint128; };
template<> struct WiderOf<int64_t> { using type = Int128; };
template<class T>
using Wider = typename WiderOf<T>::type;

template<class T>
struct UnsignedOf;
template<> struct UnsignedOf<uint16_t> { using type = uint16_t; };
template<> struct UnsignedOf<int16_t> { using type = uint16_t; };
template<> struct UnsignedOf<uint32_t> { using type = uint32_t; };
template<> struct UnsignedOf<int32_t> { using type = uint32_t; };
template<> struct UnsignedOf<uint64_t> { using type = uint64_t; };
template<> struct UnsignedOf<int64_t> { using type = uint64_t; };
template<class T>
using Unsigned = typename UnsignedOf<T>::type;

template<class T>
constexpr bool isSignedInt = T(-1) < T(0);

// Sums and products wrap: they are computed on unsigned numbers, 16-bit ones in 32 bits.
template<class T>
inline T wrapAdd(T a, T b) { return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b)); }
template<class T>
inline T wrapSub(T a, T b) { return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b)); }
template<class T>
inline T wrapMul(T a, T b)
{
    if constexpr (sizeof(T) == 2)
        return static_cast<T>(static_cast<uint32_t>(static_cast<Unsigned<T>>(a)) *
                              static_cast<uint32_t>(static_cast<Unsigned<T>>(b)));
    else
        return static_cast<T>(static_cast<Unsigned<T>>(a) * static_cast<Unsigned<T>>(b));
}

struct Add { template<class T> static T of(T a, T b) { return wrapAdd(a, b); } };
struct Sub { template<class T> static T of(T a, T b) { return wrapSub(a, b); } };
struct MulLow { template<class T> static T of(T a, T b) { return wrapMul(a, b); } };
struct MulHigh {
    template<class T> static T of(T a, T b)
    {
        return static_cast<T>((static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b)) >> (8 * sizeof(T)));
    }
};
struct MadLow { template<class T> static T of(T a, T b, T c) { return wrapAdd(wrapMul(a, b), c); } };
struct MadHigh { template<class T> static T of(T a, T b, T c) { return wrapAdd(MulHigh::of(a, b), c); } };

struct AddSaturated {
    static int32_t of(int32_t a, int32_t b)
    {
        const int64_t sum = int64_t(a) + b;
        return static_cast<int32_t>(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
    }
};
struct SubSaturated {
    static int32_t of(int32_t a, int32_t b)
    {
        const int64_t difference = int64_t(a) - b;
        return static_cast<int32_t>(difference > INT32_MAX   ? INT32_MAX
                                    : difference < INT32_MIN ? INT32_MIN
                                                             : difference);
    }
};
struct MadHighSaturated {
    static int32_t of(int32_t a, int32_t b, int32_t c) { return AddSaturated::of(MulHigh::of(a, b), c); }
};

struct Sad {
    template<class T> static T of(T a, T b, T c)
    {
        return wrapAdd(c, a < b ? wrapSub(b, a) : wrapSub(a, b));
    }
};

// The result of a division by zero is unspecified; all ones is what an H200 gives.
struct Div {
    template<class T> static T of(T a, T b)
    {
        if (b == 0)
            return static_cast<T>(-1);
        if constexpr (isSignedInt<T>)
            if (b == -1)
                return wrapSub(T(0), a);
        return static_cast<T>(a / b);
    }
};
struct Rem {
    template<class T> static T of(T a, T b)
    {
        if (b == 0)
            return a;
        if constexpr (isSignedInt<T>)
            if (b == -1)
                return 0;
        return static_cast<T>(a % b);
    }
};
struct Min { template<class T> static T of(T a, T b) { return b < a ? b : a; } };
struct Max { template<class T> static T of(T a, T b) { return a < b ? b : a; } };
struct MinRelu { static int32_t of(int32_t a, int32_t b) { return Max::of(Min::of(a, b), 0); } };
struct MaxRelu { static int32_t of(int32_t a, int32_t b) { return Max::of(Max::of(a, b), 0); } };
/// Two numbers of 16 bits in one register.
template<class F, class T>
struct Packed16 {
    static uint32_t of(uint32_t a, uint32_t b)
    {
        const uint32_t low = static_cast<uint16_t>(F::of(static_cast<T>(a), static_cast<T>(b)));
        const uint32_t high = static_cast<uint16_t>(F::of(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
        return low | high << 16;
    }
};
template<class F>
struct Relu16 { static int16_t of(int16_t a, int16_t b) { return Max::of(F::of(a, b), int16_t(0)); } };
struct AbsInt { template<class T> static T of(T a) { return a < 0 ? wrapSub(T(0), a) : a; } };
struct NegInt { template<class T> static T of(T a) { return wrapSub(T(0), a); } };

// 24-bit products: the operands' low 24 bits, sign-extended for s32.
template<class T>
inline int64_t product24(T a, T b)
{
    if constexpr (isSignedInt<T>)
        return (int64_t(a) << 40 >> 40) * (int64_t(b) << 40 >> 40);
    else
        return static_cast<int64_t>(uint64_t(a & 0xffffffu) * uint64_t(b & 0xffffffu));
}
struct Mul24Low { template<class T> static T of(T a, T b) { return static_cast<T>(product24(a, b)); } };
struct Mul24High { template<class T> static T of(T a, T b) { return static_cast<T>(product24(a, b) >> 16); } };
struct Mad24Low { template<class T> static T of(T a, T b, T c) { return wrapAdd(static_cast<T>(product24(a, b)), c); } };
struct Mad24High
{
    template<class T> static T of(T a, T b, T c) { return wrapAdd(static_cast<T>(product24(a, b) >> 16), c); }
};
struct Mad24HighSaturated
{
    static int32_t of(int32_t a, int32_t b, int32_t c)
    {
        return AddSaturated::of(static_cast<int32_t>(product24(a, b) >> 16), c);
    }
};

// ---- single and double precision --------------------------------------------------------------------------------

inline float fusedMultiplyAdd(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fusedMultiplyAdd(double a, double b, double c) { return __builtin_fma(a, b, c); }

// Of equal numbers: the negative and the positive zero.
inline float orBits(float a, float b) { return bitCast<float>(bitCast<uint32_t>(a) | bitCast<uint32_t>(b)); }
inline float andBits(float a, float b) { return bitCast<float>(bitCast<uint32_t>(a) & bitCast<uint32_t>(b)); }
inline double orBits(double a, double b) { return bitCast<double>(bitCast<uint64_t>(a) | bitCast<uint64_t>(b)); }
inline double andBits(double a, double b) { return bitCast<double>(bitCast<uint64_t>(a) & bitCast<uint64_t>(b)); }

inline float magnitude(float x) { return bitCast<float>(bitCast<uint32_t>(x) & 0x7fffffffu); }
inline double magnitude(double x) { return bitCast<double>(bitCast<uint64_t>(x) & ~(1ull << 63)); }

/// min.xorsign.abs and the like: of the magnitudes, with the sign that the product would have.
template<class F>
struct XorSign {
    static float of(float a, float b)
    {
        const float r = F::of(magnitude(a), magnitude(b));
        const uint32_t sign = (bitCast<uint32_t>(a) ^ bitCast<uint32_t>(b)) & 0x80000000u;
        return r != r ? r : bitCast<float>(bitCast<uint32_t>(r) | sign);
    }
    static double of(double a, double b) { return F::of(a, b); } // does not exist
    template<class H> static H of(H a, H b)
    {
        const H r = F::of(H{static_cast<uint16_t>(a.bits & 0x7fff)}, H{static_cast<uint16_t>(b.bits & 0x7fff)});
        return r.bits == 0x7fff ? r : H{static_cast<uint16_t>(r.bits | ((a.bits ^ b.bits) & 0x8000))};
    }
};

template<bool Flush, bool Saturate>
struct FloatOps {
    template<class T, class... Operands>
    static T finish(T x, Operands... of) { return saturateIf<Saturate>(flushIf<Flush>(canonical(x, of...))); }

    struct Add { template<class T> static T of(T a, T b) { return finish(flushIf<Flush>(a) + flushIf<Flush>(b), a, b); } };
    struct Sub { template<class T> static T of(T a, T b) { return finish(flushIf<Flush>(a) - flushIf<Flush>(b), a, b); } };
    struct Mul { template<class T> static T of(T a, T b) { return finish(flushIf<Flush>(a) * flushIf<Flush>(b), a, b); } };
    struct Div { template<class T> static T of(T a, T b) { return finish(flushIf<Flush>(a) / flushIf<Flush>(b), a, b); } };
    struct Fma {
        template<class T> static T of(T a, T b, T c)
        {
            return finish(fusedMultiplyAdd(flushIf<Flush>(a), flushIf<Flush>(b), flushIf<Flush>(c)), a, b, c);
        }
    };
    struct Rcp { template<class T> static T of(T a) { return finish(T(1) / flushIf<Flush>(a), a); } };
    struct Abs {
        template<class T> static T of(T a)
        {
            if constexpr (sizeof(T) == 4)
                return flushIf<Flush>(bitCast<float>(bitCast<uint32_t>(a) & 0x7fffffffu));
            else
                return bitCast<double>(bitCast<uint64_t>(a) & ~(1ull << 63));
        }
    };
    struct Neg {
        template<class T> static T of(T a)
        {
            if constexpr (sizeof(T) == 4)
                return flushIf<Flush>(bitCast<float>(bitCast<uint32_t>(a) ^ 0x80000000u));
            else
                return bitCast<double>(bitCast<uint64_t>(a) ^ (1ull << 63));
        }
    };
    // A number wins over what is not a number; -0 is smaller than +0.
    struct Min {
        template<class T> static T of(T x, T y)
        {
            const T a = flushIf<Flush>(x), b = flushIf<Flush>(y);
            const T smaller = a < b ? a : b < a ? b : orBits(a, b);
            return canonical(a != a ? b : b != b ? a : smaller);
        }
    };
    struct Max {
        template<class T> static T of(T x, T y)
        {
            const T a = flushIf<Flush>(x), b = flushIf<Flush>(y);
            const T larger = a < b ? b : b < a ? a : andBits(a, b);
            return canonical(a != a ? b : b != b ? a : larger);
        }
    };
    struct MinNaN {
        template<class T> static T of(T a, T b) { return a != a || b != b ? canonical(a + b) : Min::of(a, b); }
    };
    struct MaxNaN {
        template<class T> static T of(T a, T b) { return a != a || b != b ? canonical(a + b) : Max::of(a, b); }
    };

};

// ---- directed rounding: .rz .rm .rp ------------------------------------------------------------------------------

// A double that is inexact gets an odd last bit, so that rounding it once more is the same as rounding the exact value.
inline double withSticky(double value, double error)
{
    if (error == 0 || error != error || value - value != 0)
        return value;
    const uint64_t bits = bitCast<uint64_t>(value);
    if (bits & 1)
        return value;
    if (value == 0)
        return error > 0 ? bitCast<double>(uint64_t(1)) : bitCast<double>(uint64_t(1) | 1ull << 63);
    return bitCast<double>((error > 0) == (value > 0) ? bits + 1 : bits - 1);
}

// A sum of zero is -0 when rounding down (IEEE 754, 6.3), unless both are +0.
inline float zeroSum(double a, double b, float result, Round round)
{
    if (round == Round::Down && a + b == 0 && a == -b && !(a == 0 && orBits(a, b) == 0 && !__builtin_signbit(orBits(a, b))))
        return -0.0f;
    return result;
}

struct DirectedFloat {
    static float add(float a, float b, Round round)
    {
        const double sum = double(a) + double(b);
        const double bb = sum - double(a);
        const double error = (double(a) - (sum - bb)) + (double(b) - bb);
        return zeroSum(a, b, Narrow<float>::from(withSticky(sum, error), round), round);
    }
    static float mul(float a, float b, Round round) { return Narrow<float>::from(double(a) * double(b), round); }
    static float fma(float a, float b, float c, Round round)
    {
        const double product = double(a) * double(b); // exact
        const double sum = product + double(c);
        const double bb = sum - product;
        const double error = (product - (sum - bb)) + (double(c) - bb);
        return zeroSum(product, c, Narrow<float>::from(withSticky(sum, error), round), round);
    }
    static float div(float a, float b, Round round)
    {
        const double quotient = double(a) / double(b);
        const double rest = __builtin_fma(-quotient, double(b), double(a));
        return Narrow<float>::from(withSticky(quotient, b < 0 ? -rest : rest), round);
    }
    static float sqrt(float a, Round round)
    {
        const double root = __builtin_sqrt(double(a));
        return Narrow<float>::from(withSticky(root, __builtin_fma(-root, root, double(a))), round);
    }
};
struct DirectedDouble {
    static double add(double a, double b, Round round) { return addRounded(a, b, round); }
    static double mul(double a, double b, Round round) { return mulRounded(a, b, round); }
    static double fma(double a, double b, double c, Round round) { return fmaRounded(a, b, c, round); }
    static double div(double a, double b, Round round) { return divRounded(a, b, round); }
    static double sqrt(double a, Round round) { return sqrtRounded(a, round); }
};
template<class T>
struct DirectedOf;
template<> struct DirectedOf<float> { using type = DirectedFloat; };
template<> struct DirectedOf<double> { using type = DirectedDouble; };

template<class T, Round R, bool Flush, bool Saturate>
struct RoundedOps {
    using D = typename DirectedOf<T>::type;
    static T in(T x) { return flushIf<Flush>(x); }
    template<class... Operands>
    static T out(T x, Operands... of) { return saturateIf<Saturate>(flushIf<Flush>(canonical(x, of...))); }
    struct Add { static T of(T a, T b) { return out(D::add(in(a), in(b), R), a, b); } };
    struct Sub { static T of(T a, T b) { return out(D::add(in(a), -in(b), R), a, b); } };
    struct Mul { static T of(T a, T b) { return out(D::mul(in(a), in(b), R), a, b); } };
    struct Div { static T of(T a, T b) { return out(D::div(in(a), in(b), R), a, b); } };
    struct Fma { static T of(T a, T b, T c) { return out(D::fma(in(a), in(b), in(c), R), a, b, c); } };
    struct Rcp { static T of(T a) { return out(D::div(T(1), in(a), R), a); } };
    struct Sqrt { static T of(T a) { return out(D::sqrt(in(a), R), a); } };
};

// ---- functions -----------------------------------------------------------------------------------------------

// The approximate functions are computed in double precision and rounded once: within the bounds that the ISA gives,
// but not always the very bits of the GPU's tables.
template<bool Flush>
struct Functions {
    static float out(double x) { return flushIf<Flush>(canonical(static_cast<float>(x))); }
    static double in(float x) { return flushIf<Flush>(x); }
    struct Sqrt { static float of(float a) { return flushIf<Flush>(canonical(__builtin_sqrtf(flushIf<Flush>(a)))); } };
    struct Rsqrt { static float of(float a) { return out(1.0 / __builtin_sqrt(in(a))); } };
    struct Sin { static float of(float a) { return out(__builtin_sin(in(a))); } };
    struct Cos { static float of(float a) { return out(__builtin_cos(in(a))); } };
    struct Lg2 { static float of(float a) { return out(__builtin_log2(in(a))); } };
    struct Ex2 { static float of(float a) { return out(__builtin_exp2(in(a))); } };
    struct Tanh { static float of(float a) { return out(__builtin_tanh(in(a))); } };
};
struct SqrtDouble { static double of(double a) { return canonical(__builtin_sqrt(a), a); } };
struct RsqrtDouble { static double of(double a) { return canonical(1.0 / __builtin_sqrt(a)); } };
// rcp.approx.ftz.f64 looks at the upper half of its operand only, and its result has zeros in the lower half.
struct RcpDoubleApprox {
    static double of(double a)
    {
        const double upper = bitCast<double>(bitCast<uint64_t>(a) & 0xffffffff00000000ull);
        const double x = (bitCast<uint64_t>(upper) << 1 >> 53) == 0 ? upper * 0 : upper;
        const double r = canonical(1.0 / x);
        return bitCast<double>(bitCast<uint64_t>(r) & 0xffffffff00000000ull);
    }
};
struct RsqrtDoubleApprox {
    static double of(double a)
    {
        const double upper = bitCast<double>(bitCast<uint64_t>(a) & 0xffffffff00000000ull);
        const double x = (bitCast<uint64_t>(upper) << 1 >> 53) == 0 ? upper * 0 : upper;
        const double r = canonical(1.0 / __builtin_sqrt(x));
        return bitCast<double>(bitCast<uint64_t>(r) & 0xffffffff00000000ull);
    }
};
struct CopySign {
    static float of(float a, float b)
    {
        return bitCast<float>((bitCast<uint32_t>(b) & 0x7fffffffu) | (bitCast<uint32_t>(a) & 0x80000000u));
    }
    static double of(double a, double b)
    {
        constexpr uint64_t sign = 1ull << 63;
        return bitCast<double>((bitCast<uint64_t>(b) & ~sign) | (bitCast<uint64_t>(a) & sign));
    }
};

enum TestKind : uint8_t { testFinite, testInfinite, testNumber, testNotANumber, testNormal, testSubnormal };

template<class T>
inline bool test(T x, uint8_t kind)
{
    const T magnitude = __builtin_copysign(x, T(1));
    const T smallest = sizeof(T) == 4 ? T(0x1p-126) : T(0x1p-1022);
    switch (kind) {
    case testFinite:
        return x - x == 0;
    case testInfinite:
        return x == x && x - x != 0;
    case testNumber:
        return x == x;
    case testNotANumber:
        return x != x;
    case testNormal:
        return x == 0 || (x - x == 0 && magnitude >= smallest); // zero counts as normal
    default:
        return x != 0 && magnitude < smallest;
    }
}

// ---- half precision ----------------------------------------------------------------------------------------------

template<class H, bool Saturate, bool Relu, bool Flush>
struct HalfOps {
    static float in(H x) { return widen(flushIf<Flush>(x)); }
    template<class T> static H out(T x)
    {
        if constexpr (Saturate)
            x = saturateIf<true>(x);
        if constexpr (Relu)
            x = x != x ? x : x > 0 ? x : T(0);
        return flushIf<Flush>(Narrow<H>::from(x, Round::Nearest));
    }
    struct Add { static H of(H a, H b) { return out(in(a) + in(b)); } };
    struct Sub { static H of(H a, H b) { return out(in(a) - in(b)); } };
    struct Mul { static H of(H a, H b) { return out(in(a) * in(b)); } };
    struct Fma {
        static H of(H a, H b, H c)
        {
            // The product of two halves is exact in double; the sum is made odd where it is not.
            const double product = double(in(a)) * double(in(b));
            const double sum = product + double(in(c));
            const double bb = sum - product;
            const double error = (product - (sum - bb)) + (double(in(c)) - bb);
            return out(withSticky(sum, error));
        }
    };
    struct Min { static H of(H a, H b) { return out(FloatOps<false, false>::Min::of(in(a), in(b))); } };
    struct Max { static H of(H a, H b) { return out(FloatOps<false, false>::Max::of(in(a), in(b))); } };
    struct MinNaN { static H of(H a, H b) { return out(FloatOps<false, false>::MinNaN::of(in(a), in(b))); } };
    struct MaxNaN { static H of(H a, H b) { return out(FloatOps<false, false>::MaxNaN::of(in(a), in(b))); } };
    struct Abs { static H of(H a) { return {static_cast<uint16_t>(flushIf<Flush>(a).bits & 0x7fff)}; } };
    struct Neg { static H of(H a) { return {static_cast<uint16_t>(flushIf<Flush>(a).bits ^ 0x8000)}; } };
    struct Ex2 { static H of(H a) { return out(static_cast<float>(__builtin_exp2(in(a)))); } };
    struct Tanh { static H of(H a) { return out(static_cast<float>(__builtin_tanh(in(a)))); } };
};

/// Two of them in one register.
template<class H>
struct PairOf {
    H low, high;
};
template<class F>
struct Paired {
    template<class P> static P of(P a) { return {F::of(a.low), F::of(a.high)}; }
    template<class P> static P of(P a, P b) { return {F::of(a.low, b.low), F::of(a.high, b.high)}; }
    template<class P> static P of(P a, P b, P c) { return {F::of(a.low, b.low, c.low), F::of(a.high, b.high, c.high)}; }
};
