// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices (sim/simt/lanes/tensor.h). What is computed is what sim/simt/tensor_sum.h says, eight columns at a
// time.

typedef double Eight __attribute__((vector_size(64)));
typedef int64_t EightLong __attribute__((vector_size(64)));
typedef int32_t EightInt __attribute__((vector_size(32)));

// ---- registers and numbers ------------------------------------------------------------------------------------

/// A number of half precision; what is not finite stays so.
inline float ofHalf(uint32_t bits)
{
    const uint32_t magnitude = (bits & 0x7fffu) << 13;
    const uint32_t finite = bitCast<uint32_t>(bitCast<float>(magnitude) * 0x1p112f);
    const uint32_t rest = magnitude | 0x7f800000u;
    return bitCast<float>(((bits & 0x7c00u) == 0x7c00u ? rest : finite) | (bits & 0x8000u) << 16);
}

struct OfSingle { static double of(uint32_t bits) { return double(bitCast<float>(bits)); } };
struct OfTensorFloat { static double of(uint32_t bits) { return double(bitCast<float>(bits & 0xffffe000u)); } };
struct OfHalf { static double of(uint32_t bits) { return double(ofHalf(bits)); } };
struct OfBfloat { static double of(uint32_t bits) { return double(bitCast<float>(bits << 16)); } };
struct OfE5m2 { static double of(uint32_t bits) { return double(ofHalf(bits << 8)); } };
struct OfE4m3 {
    static double of(uint32_t bits)
    {
        const float x = ofHalf((bits & 0x80u) << 8 | (bits & 0x7fu) << 7) * 256.0f; // a half with another bias
        return double((bits & 0x7fu) == 0x7fu ? bitCast<float>(0x7fffffffu) : x);
    }
};
struct OfS32 { static double of(uint32_t bits) { return static_cast<int32_t>(bits); } };
struct OfS8 { static double of(uint32_t bits) { return static_cast<int32_t>(bits << 24) >> 24; } };
struct OfS4 { static double of(uint32_t bits) { return static_cast<int32_t>(bits << 28) >> 28; } };
struct OfUnsigned { static double of(uint32_t bits) { return static_cast<int32_t>(bits); } };

template<class Number, unsigned Bits>
void decodeParts(const TensorRegisters& r, double* numbers)
{
    constexpr unsigned per = 32 / Bits;
    constexpr uint32_t ones = Bits == 32 ? ~0u : (1u << Bits % 32) - 1;
    for (unsigned i = 0; i < r.parts; ++i) {
        const auto* words = reinterpret_cast<const uint32_t*>(r.window + r.places[i / per]);
        const unsigned shift = i % per * Bits % 32;
        alignas(64) double some[laneCount];
        for (int l = 0; l < laneCount; ++l)
            some[l] = Number::of(words[l] >> shift & ones);
        const uint16_t* order = r.order + i * laneCount;
        for (int l = 0; l < laneCount; ++l)
            numbers[order[l]] = some[l];
    }
}

inline void decodeDoubles(const TensorRegisters& r, double* numbers)
{
    for (unsigned i = 0; i < r.parts; ++i) {
        const auto* values = reinterpret_cast<const double*>(r.window + r.places[i]);
        for (int l = 0; l < laneCount; ++l)
            numbers[r.order[i * laneCount + l]] = values[l];
    }
}

inline void decodeTensor(ptx::Type type, const TensorRegisters& r, double* numbers)
{
    using ptx::Type;
    switch (type) {
    case Type::f64: return decodeDoubles(r, numbers);
    case Type::f32: return decodeParts<OfSingle, 32>(r, numbers);
    case Type::tf32: return decodeParts<OfTensorFloat, 32>(r, numbers);
    case Type::f16: return decodeParts<OfHalf, 16>(r, numbers);
    case Type::bf16: return decodeParts<OfBfloat, 16>(r, numbers);
    case Type::e5m2: return decodeParts<OfE5m2, 8>(r, numbers);
    case Type::e4m3: return decodeParts<OfE4m3, 8>(r, numbers);
    case Type::s8: return decodeParts<OfS8, 8>(r, numbers);
    case Type::u8: return decodeParts<OfUnsigned, 8>(r, numbers);
    case Type::s4: return decodeParts<OfS4, 4>(r, numbers);
    case Type::u4: return decodeParts<OfUnsigned, 4>(r, numbers);
    case Type::b1: return decodeParts<OfUnsigned, 1>(r, numbers);
    default: return decodeParts<OfS32, 32>(r, numbers);
    }
}

inline uint32_t asSingle(double x) { return x != x ? 0x7fffffffu : bitCast<uint32_t>(static_cast<float>(x)); }
inline uint32_t asWhole(double x) { return static_cast<uint32_t>(static_cast<int32_t>(x)); }
/// Rounded to the nearest, as narrowHalf().
inline uint32_t asHalf(double x)
{
    const uint32_t bits = bitCast<uint32_t>(static_cast<float>(x)), m = bits & 0x7fffffffu, sign = bits >> 16 & 0x8000u;
    const float magnitude = bitCast<float>(m);
    const uint32_t subnormal = bitCast<uint32_t>(magnitude + 0.5f) - 0x3f000000u;
    const uint32_t normal = (m - (112u << 23) + 0xfffu + (m >> 13 & 1)) >> 13;
    const uint32_t finite = magnitude < 0x1p-14f ? subnormal : normal;
    return x != x ? 0x7fffu : sign | (magnitude >= 65520.0f ? 0x7c00u : finite & 0xffffu);
}

template<class F>
void encodeWords(const TensorRegisters& r, const double* numbers, F bits)
{
    for (unsigned i = 0; i < r.parts; ++i) {
        auto* words = reinterpret_cast<uint32_t*>(r.window + r.places[i]);
        const uint16_t* order = r.order + i * laneCount;
        for (int l = 0; l < laneCount; ++l)
            words[l] = isActive(r.lanes, l) ? bits(numbers[order[l]]) : words[l];
    }
}

inline void encodeTensor(ptx::Type type, const TensorRegisters& r, const double* numbers)
{
    using ptx::Type;
    switch (type) {
    case Type::f64:
        for (unsigned i = 0; i < r.parts; ++i) {
            auto* values = reinterpret_cast<double*>(r.window + r.places[i]);
            for (int l = 0; l < laneCount; ++l)
                values[l] = isActive(r.lanes, l) ? numbers[r.order[i * laneCount + l]] : values[l];
        }
        return;
    case Type::f16:
        for (unsigned i = 0; i + 1 < r.parts; i += 2) {
            auto* words = reinterpret_cast<uint32_t*>(r.window + r.places[i / 2]);
            const uint16_t* order = r.order + i * laneCount;
            for (int l = 0; l < laneCount; ++l)
                words[l] = isActive(r.lanes, l)
                               ? asHalf(numbers[order[l]]) | asHalf(numbers[order[laneCount + l]]) << 16
                               : words[l];
        }
        return;
    case Type::f32: return encodeWords(r, numbers, asSingle);
    default: return encodeWords(r, numbers, asWhole);
    }
}

inline bool tensorExponents(const double* numbers, unsigned count, int32_t smallest, int32_t* exponents)
{
    uint32_t notFinite = 0;
    for (unsigned i = 0; i < count; ++i) {
        const uint64_t bits = bitCast<uint64_t>(numbers[i]);
        const auto field = static_cast<int32_t>(bits >> 52 & 0x7ff);
        notFinite |= field == 0x7ff;
        const int32_t exponent = field - 1023 < smallest ? smallest : field - 1023;
        exponents[i] = bits << 1 == 0 ? noExponent : exponent;
    }
    return notFinite == 0;
}

// ---- sums -----------------------------------------------------------------------------------------------------

inline Eight load8(const double* at) { return *reinterpret_cast<const Eight*>(at); }
inline Eight broadcast8(double x) { return Eight{x, x, x, x, x, x, x, x}; }
inline Eight cut8(Eight x) { return __builtin_convertvector(__builtin_convertvector(x, EightInt), Eight); }
inline EightInt larger8(EightInt a, EightInt b) { return a > b ? a : b; }
inline Eight powerOfTwo8(EightInt exponent)
{
    return reinterpret_cast<Eight>((__builtin_convertvector(exponent, EightLong) + 1023) << 52);
}

inline EightInt exponents8(Eight x)
{
    const EightLong bits = reinterpret_cast<EightLong>(x);
    const EightInt found = __builtin_convertvector((bits >> 52 & 0x7ff) - 1023, EightInt);
    const EightInt none = __builtin_convertvector((bits << 1) == 0, EightInt);
    return none ? noExponent + EightInt{} : larger8(found, -126 + EightInt{});
}

/// To single precision, towards 0.
inline Eight cutToFloat8(Eight x)
{
    const EightLong bits = reinterpret_cast<EightLong>(x);
    const EightLong field = bits >> 52 & 0x7ff, sign = bits & (1ll << 63);
    const Eight normal = reinterpret_cast<Eight>(bits & ~((1ll << 29) - 1));
    const EightLong largest = sign | 0x47efffffe0000000ll; // of single precision
    const EightLong isSmall = field < 1023 - 126;
    const Eight scaled = isSmall ? x * 0x1p149 : Eight{};
    const EightLong subnormal = reinterpret_cast<EightLong>(cut8(scaled) * 0x1p-149) | sign;
    const Eight finite = reinterpret_cast<Eight>(isSmall ? subnormal : reinterpret_cast<EightLong>(normal));
    return reinterpret_cast<Eight>(field > 1023 + 127 ? largest : reinterpret_cast<EightLong>(finite));
}

/// So many products of one row with eight columns, and c, as one step of a tensor core adds them.
inline Eight addStep(const double* a, const int32_t* aExponents, const double* b, const int32_t* bExponents,
                     unsigned count, unsigned n, Eight c)
{
    EightInt largest = exponents8(c);
    for (unsigned i = 0; i < count; ++i)
        largest = larger8(largest, *reinterpret_cast<const EightInt*>(bExponents + i * n) + aExponents[i]);
    const EightInt known = larger8(largest, -252 + EightInt{});
    const Eight scale = powerOfTwo8(25 - known);
    Eight sum = cut8(c * scale);
    for (unsigned i = 0; i < count; ++i)
        sum += cut8(broadcast8(a[i]) * load8(b + i * n) * scale);
    const Eight cut = cutToFloat8(sum * powerOfTwo8(known - 25));
    const EightInt isZero = largest < -252;
    int32_t any = 0;
    for (int i = 0; i < 8; ++i)
        any |= isZero[i];
    if (any == 0)
        return cut;
    Eight plain = c; // zeros have signs
    for (unsigned i = 0; i < count; ++i)
        plain += broadcast8(a[i]) * load8(b + i * n);
    return __builtin_convertvector(isZero, EightLong) ? plain : cut;
}

template<class F>
void forRowsAndColumns(TensorNumbers& t, F f)
{
    for (unsigned row = 0; row < t.m; ++row)
        for (unsigned column = 0; column < t.n; column += TensorNumbers::group)
            *reinterpret_cast<Eight*>(t.d + row * t.n + column) = f(row, column, load8(t.c + row * t.n + column));
}

/// The sum of the products, which are whole.
template<bool Exclusive>
inline Eight wholeProducts(const TensorNumbers& t, unsigned row, unsigned column)
{
    Eight sum{};
    for (unsigned i = 0; i < t.k; ++i) {
        const Eight x = broadcast8(t.a[row * t.k + i]), y = load8(t.b + i * t.n + column);
        if constexpr (Exclusive)
            sum += x != y ? broadcast8(1) : Eight{};
        else
            sum += x * y;
    }
    return sum;
}

inline Eight wrapped8(Eight x)
{
    Eight result{};
    for (int i = 0; i < 8; ++i)
        result[i] = static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(x[i])));
    return result;
}

inline Eight clamped8(Eight x)
{
    const Eight least = broadcast8(-2147483648.0), most = broadcast8(2147483647.0);
    x = x < least ? least : x;
    return x > most ? most : x;
}

inline void multiplyTensor(TensorSum kind, unsigned step, TensorNumbers& t)
{
    switch (kind) {
    case TensorSum::Double:
        return forRowsAndColumns(t, [&](unsigned row, unsigned column, Eight sum) {
            for (unsigned i = 0; i < t.k; ++i)
                for (int l = 0; l < 8; ++l)
                    sum[l] = __builtin_fma(t.a[row * t.k + i], t.b[i * t.n + column + static_cast<unsigned>(l)], sum[l]);
            return sum;
        });
    case TensorSum::Whole:
        return forRowsAndColumns(t, [&](unsigned row, unsigned column, Eight c) {
            return wrapped8(c + wholeProducts<false>(t, row, column));
        });
    case TensorSum::Saturated:
        return forRowsAndColumns(t, [&](unsigned row, unsigned column, Eight c) {
            return clamped8(c + wholeProducts<false>(t, row, column));
        });
    case TensorSum::Exclusive:
        return forRowsAndColumns(t, [&](unsigned row, unsigned column, Eight c) {
            return wrapped8(c + wholeProducts<true>(t, row, column));
        });
    case TensorSum::Steps:
        return forRowsAndColumns(t, [&](unsigned row, unsigned column, Eight sum) {
            for (unsigned i = 0; i < t.k; i += step)
                sum = addStep(t.a + row * t.k + i, t.aExponents + row * t.k + i, t.b + i * t.n + column,
                              t.bExponents + i * t.n + column, t.k - i < step ? t.k - i : step, t.n, sum);
            return sum;
        });
    }
}
