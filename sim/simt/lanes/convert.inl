// SPDX-License-Identifier: GPL-3.0-or-later
// cvt: PTX ISA 9.0, section 9.7.9.21. Any of the scalar types to any other, in all roundings.

template<class T>
constexpr bool isHalfType = __is_same(T, Half) || __is_same(T, Bfloat);
template<class T>
constexpr bool isFloatType = __is_same(T, float) || __is_same(T, double) || isHalfType<T>;

struct CvtFlags {
    Round round;
    bool saturate, flush, relu, toInteger, finite;
};
inline CvtFlags cvtFlags(const Op* op)
{
    return {static_cast<Round>(op->flags >> convertRoundShift & 7), (op->flags & convertSaturate) != 0, (op->flags & convertFlush) != 0,
            (op->flags & convertRelu) != 0, (op->flags & convertToInteger) != 0, (op->flags & convertSatFinite) != 0};
}

// Integers of 8 and 16 bits fill their 32-bit lane, extended as their type says.
template<class D>
struct ContainerOf { using type = D; };
template<> struct ContainerOf<int8_t> { using type = int32_t; };
template<> struct ContainerOf<int16_t> { using type = int32_t; };
template<> struct ContainerOf<uint8_t> { using type = uint32_t; };
template<> struct ContainerOf<uint16_t> { using type = uint32_t; };
template<class D>
using Container = typename ContainerOf<D>::type;

template<class D>
constexpr D lowest = isSignedInt<D> ? static_cast<D>(1ull << (8 * sizeof(D) - 1)) : D(0);
template<class D>
constexpr D highest = static_cast<D>(~static_cast<uint64_t>(lowest<D>));

template<class D, class S>
inline D integerToInteger(S x, bool saturate)
{
    if (saturate) {
        if constexpr (isSignedInt<S>) {
            if (int64_t(x) < 0 && !isSignedInt<D>)
                return 0;
            if (isSignedInt<D> && int64_t(x) < int64_t(lowest<D>))
                return lowest<D>;
        }
        if (!(isSignedInt<S> && int64_t(x) < 0) && uint64_t(x) > uint64_t(highest<D>))
            return highest<D>;
    }
    return static_cast<D>(x);
}

inline double roundToInteger(double x, Round round)
{
    switch (round) {
    case Round::Zero:
        return __builtin_trunc(x);
    case Round::Down:
        return __builtin_floor(x);
    case Round::Up:
        return __builtin_ceil(x);
    default:
        return __builtin_rint(x);
    }
}

/// Float to integer: rounds, and values beyond the range give its ends. What is not a number gives 0, or for 64 bits
/// the sign bit alone.
template<class D>
inline D floatToInteger(double x, Round round, bool wideNaN)
{
    if (x != x)
        return wideNaN ? static_cast<D>(1ull << (8 * sizeof(D) - 1)) : D(0);
    const double whole = roundToInteger(x, round);
    const double top = static_cast<double>(highest<D>); // rounded up for 64 bits
    if (whole >= top)
        return sizeof(D) == 8 || whole > top ? highest<D> : static_cast<D>(whole);
    if (whole <= static_cast<double>(lowest<D>))
        return lowest<D>;
    return static_cast<D>(whole);
}

/// .satfinite: the largest number in place of infinity.
inline Half finiteOf(Half x) { return (x.bits & 0x7fff) == 0x7c00 ? Half{static_cast<uint16_t>(x.bits - 1)} : x; }
inline Bfloat finiteOf(Bfloat x) { return (x.bits & 0x7fff) == 0x7f80 ? Bfloat{static_cast<uint16_t>(x.bits - 1)} : x; }

template<class D>
inline D doubleToFloat(double x, const CvtFlags& flags)
{
    if (flags.saturate)
        x = saturateIf<true>(x);
    if (flags.relu)
        x = x != x ? x : x > 0 ? x : 0.0;
    if constexpr (__is_same(D, double)) {
        return x;
    } else {
        const D result = Narrow<D>::from(x, flags.round);
        if constexpr (__is_same(D, float)) // too small once it is rounded, were there no smallest exponent: zero
            return flags.flush && magnitude(Narrow<float>::from(x * 0x1p64, flags.round)) < 0x1p-62f
                       ? __builtin_copysignf(0.0f, result)
                       : result;
        else
            return flags.finite ? finiteOf(result) : result;
    }
}

/// An integer as a double that rounds to any shorter format as the integer itself would.
template<class S>
inline double stickyDouble(S x)
{
    const bool negative = isSignedInt<S> && int64_t(x) < 0;
    const uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
    double value;
    if (magnitude >> 53)
        value = static_cast<double>(magnitude >> 11 | ((magnitude & 0x7ff) != 0)) * 2048.0;
    else
        value = static_cast<double>(magnitude);
    return negative ? -value : value;
}

template<class T>
inline double toDouble(T x)
{
    if constexpr (isHalfType<T>)
        return widen(x);
    else
        return x;
}

/// What is no number, with its sign and as much of its payload as there is room for: so an H200 narrows a double.
template<class D>
inline D keptNaN(double x)
{
    const uint64_t bits = bitCast<uint64_t>(quiet(x));
    if constexpr (__is_same(D, float))
        return bitCast<float>(static_cast<uint32_t>(bits >> 32 & 0x80000000u) | 0x7f800000u | static_cast<uint32_t>(bits >> 29 & 0x7fffffu));
    else if constexpr (__is_same(D, Half))
        return {static_cast<uint16_t>((bits >> 48 & 0x8000u) | 0x7c00u | (bits >> 42 & 0x3ffu))};
    else
        return {static_cast<uint16_t>((bits >> 48 & 0x8000u) | 0x7f80u | (bits >> 45 & 0x7fu))};
}

template<class D, class S>
inline D convert(S x, const CvtFlags& flags)
{
    if constexpr (!isFloatType<D> && !isFloatType<S>) {
        return integerToInteger<D>(x, flags.saturate);
    } else if constexpr (!isFloatType<D>) {
        double value = toDouble(x);
        if constexpr (__is_same(S, float))
            if (flags.flush)
                value = flushed(x);
        return floatToInteger<D>(value, flags.round, __is_same(S, double) || sizeof(D) == 8);
    } else if constexpr (!isFloatType<S>) {
        if constexpr (__is_same(D, double)) {
            const bool negative = isSignedInt<S> && int64_t(x) < 0;
            const uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
            const double value = fromInteger(magnitude, negative, flags.round);
            return flags.saturate ? saturateIf<true>(value) : value;
        } else {
            return doubleToFloat<D>(stickyDouble(x), flags);
        }
    } else {
        double value = toDouble(x);
        // With .ftz single precision is flushed where it is rounded or widened, not where it becomes half precision.
        if constexpr (__is_same(S, float) && !isHalfType<D>)
            if (flags.flush)
                value = flushed(x);
        if constexpr (__is_same(S, double) && !__is_same(D, double))
            if (value != value && !flags.saturate)
                return keptNaN<D>(value);
        if constexpr (__is_same(S, Bfloat) && __is_same(D, float))
            if (value != value && !flags.saturate)
                return widen(x); // the upper half of a float, as it is
        if (flags.toInteger)
            value = roundToInteger(value, flags.round);
        return doubleToFloat<D>(value, flags);
    }
}

template<class D, class S>
inline const Op* cvtGeneral(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    return map1<Container<D>, S>(m, op, [&](S x) { return static_cast<Container<D>>(convert<D, S>(x, flags)); });
}
template<class D, class S>
inline const Op* cvtHalfGeneral(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    return map1<D, S>(m, op, [&](S x) { return convert<D, S>(x, flags); });
}

// The frequent conversions, as straight vector code.
template<class D, class S>
inline const Op* cvtPlain(Machine& m, const Op* op)
{
    return map1<Container<D>, S>(m, op, [](S x) { return static_cast<Container<D>>(static_cast<D>(x)); });
}
template<class D>
inline const Op* cvtFloatToInt32(Machine& m, const Op* op)
{
    return map1<D, float>(m, op, [](float x) {
        const double value = x;
        const double low = isSignedInt<D> ? -2147483648.0 : 0.0, high = isSignedInt<D> ? 2147483647.0 : 4294967295.0;
        const double clamped = value > low ? (value < high ? value : high) : low;
        return static_cast<D>(x != x ? int64_t(0) : static_cast<int64_t>(clamped));
    });
}

template<class H>
inline const Op* cvtPair(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    return map2<PairOf<H>, float, float>(m, op, [&](float a, float b) {
        return PairOf<H>{doubleToFloat<H>(flags.flush ? flushed(b) : b, flags),
                         doubleToFloat<H>(flags.flush ? flushed(a) : a, flags)};
    });
}

// Eight-bit floating point (OCP OFP8). e4m3 has no infinity, and both give their largest number for what is too large.
enum Fp8Kind { E4m3, E5m2 };
template<Fp8Kind K>
inline uint8_t toFp8(double x)
{
    constexpr int fraction = K == E4m3 ? 3 : 2, bias = K == E4m3 ? 7 : 15;
    constexpr uint32_t largest = K == E4m3 ? 0x7e : 0x7b;
    if (x != x)
        return 0x7f;
    const uint32_t sign = __builtin_signbit(x) ? 0x80 : 0;
    const double m = magnitude(x);
    if (m == 0)
        return static_cast<uint8_t>(sign);
    if (m > 1e6)
        return static_cast<uint8_t>(sign | largest);
    int exponent = m < 0x1p-60 ? 1 - bias : __builtin_ilogb(m);
    exponent = exponent < 1 - bias ? 1 - bias : exponent;
    auto n = static_cast<uint32_t>(__builtin_rint(__builtin_ldexp(m, fraction - exponent)));
    if (n >= 2u << fraction) {
        n >>= 1;
        ++exponent;
    }
    const uint32_t code =
        n < 1u << fraction ? n : (static_cast<uint32_t>(exponent + bias) << fraction) + n - (1u << fraction);
    return static_cast<uint8_t>(sign | (code > largest ? largest : code));
}
template<Fp8Kind K>
inline Half fromFp8(uint8_t x)
{
    if constexpr (K == E5m2) { // the upper half of a half
        const auto bits = static_cast<uint16_t>(x << 8);
        return {(bits & 0x7fff) > 0x7c00 ? uint16_t(0x7fff) : bits};
    }
    const auto sign = static_cast<uint16_t>((x & 0x80) << 8);
    const uint32_t rest = x & 0x7f;
    if (rest == 0x7f)
        return {0x7fff};
    if (rest < 8)
        return {static_cast<uint16_t>(Narrow<Half>::from(rest * 0x1p-9, Round::Nearest).bits | sign)};
    return {static_cast<uint16_t>(sign | ((rest << 7) + (8u << 10)))};
}
inline double reluIf(double x, bool relu) { return !relu || x != x || x > 0 ? x : 0.0; }
template<Fp8Kind K>
inline const Op* cvtFp8FromFloats(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    return map2<uint16_t, float, float>(m, op, [&](float a, float b) {
        return static_cast<uint16_t>(toFp8<K>(reluIf(a, flags.relu)) << 8 | toFp8<K>(reluIf(b, flags.relu)));
    });
}
template<Fp8Kind K>
inline const Op* cvtFp8FromHalves(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    return map1<uint16_t, PairOf<Half>>(m, op, [&](PairOf<Half> a) {
        return static_cast<uint16_t>(toFp8<K>(reluIf(widen(a.high), flags.relu)) << 8 |
                                     toFp8<K>(reluIf(widen(a.low), flags.relu)));
    });
}
template<Fp8Kind K>
inline const Op* cvtHalvesFromFp8(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    const auto relu = [&](Half h) { return flags.relu && (h.bits & 0x8000) ? Half{0} : h; };
    return map1<PairOf<Half>, uint16_t>(m, op, [&](uint16_t a) {
        return PairOf<Half>{relu(fromFp8<K>(static_cast<uint8_t>(a))), relu(fromFp8<K>(static_cast<uint8_t>(a >> 8)))};
    });
}
template<Fp8Kind K>
inline Handler cvtToFp8(ptx::Type source)
{
    return source == ptx::Type::f32     ? cvtFp8FromFloats<K>
           : source == ptx::Type::f16x2 ? cvtFp8FromHalves<K>
                                        : nullptr;
}
template<class H>
inline Handler cvtToPair(ptx::Type source)
{
    if constexpr (__is_same(H, Half)) {
        if (source == ptx::Type::e4m3x2)
            return cvtHalvesFromFp8<E4m3>;
        if (source == ptx::Type::e5m2x2)
            return cvtHalvesFromFp8<E5m2>;
    }
    return source == ptx::Type::f32 ? cvtPair<H> : nullptr;
}

// cvt.pack: two integers, saturated, side by side; of bytes the lower half of c goes above them.
template<class D>
inline const Op* cvtPack(Machine& m, const Op* op)
{
    constexpr unsigned bits = 8 * sizeof(D);
    const auto part = [](int32_t x) {
        return static_cast<uint32_t>(integerToInteger<D>(x, true)) & ((1u << bits) - 1);
    };
    if constexpr (sizeof(D) == 2)
        return map2<uint32_t, int32_t, int32_t>(m, op, [&](int32_t a, int32_t b) { return part(a) << bits | part(b); });
    else
        return map3<uint32_t, int32_t, int32_t, uint32_t>(m, op, [&](int32_t a, int32_t b, uint32_t c) {
            return c << 2 * bits | part(a) << bits | part(b);
        });
}
inline Handler selectPack(ptx::Type type)
{
    switch (type) {
    case ptx::Type::u8: return cvtPack<uint8_t>;
    case ptx::Type::s8: return cvtPack<int8_t>;
    case ptx::Type::u16: return cvtPack<uint16_t>;
    case ptx::Type::s16: return cvtPack<int16_t>;
    default: return nullptr;
    }
}

inline const Op* cvtTf32(Machine& m, const Op* op)
{
    const CvtFlags flags = cvtFlags(op);
    return map1<uint32_t, float>(m, op, [&](float x) {
        double value = x;
        if (flags.relu)
            value = value != value ? value : value > 0 ? value : 0.0;
        return narrowBits<8, 10>(value, flags.round, 0x3ffff) << 13;
    });
}

template<class D, class S>
inline Handler cvtFor(const LaneKey& k)
{
    const bool plainRound = k.round == Round::Unspecified || k.round == Round::Nearest;
    if constexpr (isHalfType<D>) {
        return cvtHalfGeneral<D, S>;
    } else if constexpr (!isFloatType<D> && !isFloatType<S>) {
        return k.saturate ? cvtGeneral<D, S> : cvtPlain<D, S>;
    } else if constexpr (isFloatType<D> && !isFloatType<S>) {
        return plainRound && !k.saturate ? cvtPlain<D, S> : cvtGeneral<D, S>;
    } else if constexpr ((__is_same(D, int32_t) || __is_same(D, uint32_t)) && __is_same(S, float)) {
        return k.round == Round::Zero && !k.flush ? cvtFloatToInt32<D> : cvtGeneral<D, S>;
    } else if constexpr (__is_same(D, double) && __is_same(S, float)) {
        return !k.saturate && !k.flush && !k.toInteger ? cvtPlain<D, S> : cvtGeneral<D, S>;
    } else {
        return cvtGeneral<D, S>;
    }
}

template<class D>
inline Handler cvtTo(const LaneKey& k)
{
    using ptx::Type;
    switch (k.source) {
    case Type::u8: return cvtFor<D, uint8_t>(k);
    case Type::s8: return cvtFor<D, int8_t>(k);
    case Type::u16: return cvtFor<D, uint16_t>(k);
    case Type::s16: return cvtFor<D, int16_t>(k);
    case Type::u32: return cvtFor<D, uint32_t>(k);
    case Type::s32: return cvtFor<D, int32_t>(k);
    case Type::u64: return cvtFor<D, uint64_t>(k);
    case Type::s64: return cvtFor<D, int64_t>(k);
    case Type::f16: return cvtFor<D, Half>(k);
    case Type::bf16: return cvtFor<D, Bfloat>(k);
    case Type::f32: return cvtFor<D, float>(k);
    case Type::f64: return cvtFor<D, double>(k);
    default: return nullptr;
    }
}

inline Handler selectConvert(const LaneKey& k)
{
    using ptx::Type;
    if (k.mode)
        return selectPack(k.type);
    switch (k.type) {
    case Type::u8: return cvtTo<uint8_t>(k);
    case Type::s8: return cvtTo<int8_t>(k);
    case Type::u16: return cvtTo<uint16_t>(k);
    case Type::s16: return cvtTo<int16_t>(k);
    case Type::u32: return cvtTo<uint32_t>(k);
    case Type::s32: return cvtTo<int32_t>(k);
    case Type::u64: return cvtTo<uint64_t>(k);
    case Type::s64: return cvtTo<int64_t>(k);
    case Type::f16: return cvtTo<Half>(k);
    case Type::bf16: return cvtTo<Bfloat>(k);
    case Type::f32: return cvtTo<float>(k);
    case Type::f64: return cvtTo<double>(k);
    case Type::tf32: return k.source == Type::f32 ? cvtTf32 : nullptr;
    case Type::f16x2: return cvtToPair<Half>(k.source);
    case Type::bf16x2: return cvtToPair<Bfloat>(k.source);
    case Type::e4m3x2: return cvtToFp8<E4m3>(k.source);
    case Type::e5m2x2: return cvtToFp8<E5m2>(k.source);
    default: return nullptr;
    }
}
