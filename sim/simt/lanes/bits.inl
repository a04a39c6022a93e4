// SPDX-License-Identifier: GPL-3.0-or-later
// Bits and bit fields: PTX ISA 9.0, sections 9.7.1.14 to 9.7.1.22, 9.7.8 and 9.7.9.7.

struct And { template<class T> static T of(T a, T b) { return a & b; } };
struct Or { template<class T> static T of(T a, T b) { return a | b; } };
struct Xor { template<class T> static T of(T a, T b) { return a ^ b; } };
struct Not { template<class T> static T of(T a) { return ~a; } };
struct CNot { template<class T> static T of(T a) { return a == 0 ? 1 : 0; } };

// Shift amounts beyond the width give what is left: zeros, or the sign.
struct Shl {
    template<class T> static T of(T a, uint32_t b)
    {
        return b >= 8 * sizeof(T) ? T(0) : static_cast<T>(static_cast<Unsigned<T>>(a) << b);
    }
};
struct Shr {
    template<class T> static T of(T a, uint32_t b)
    {
        const uint32_t widest = 8 * sizeof(T) - 1;
        if constexpr (isSignedInt<T>)
            return static_cast<T>(a >> (b > widest ? widest : b));
        else
            return b > widest ? T(0) : static_cast<T>(a >> b);
    }
};

struct Popc {
    static uint32_t of(uint32_t a) { return static_cast<uint32_t>(__builtin_popcount(a)); }
    static uint32_t of(uint64_t a) { return static_cast<uint32_t>(__builtin_popcountll(a)); }
};
struct Clz {
    static uint32_t of(uint32_t a) { return a == 0 ? 32u : static_cast<uint32_t>(__builtin_clz(a)); }
    static uint32_t of(uint64_t a) { return a == 0 ? 64u : static_cast<uint32_t>(__builtin_clzll(a)); }
};
template<bool ShiftAmount>
struct Bfind {
    template<class T> static uint32_t of(T a)
    {
        Unsigned<T> bits = static_cast<Unsigned<T>>(a);
        if constexpr (isSignedInt<T>)
            if (a < 0)
                bits = ~bits;
        if (bits == 0)
            return 0xffffffffu;
        const uint32_t leading = Clz::of(bits);
        return ShiftAmount ? leading : static_cast<uint32_t>(8 * sizeof(T)) - 1 - leading;
    }
};
struct Brev {
    static uint32_t of(uint32_t a)
    {
        a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
        a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
        a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
        return __builtin_bswap32(a);
    }
    static uint64_t of(uint64_t a)
    {
        return uint64_t(of(static_cast<uint32_t>(a))) << 32 | of(static_cast<uint32_t>(a >> 32));
    }
};
// Of a field's position and length 32-bit instructions see the lowest 8 bits, as the ISA says. Those of 64 bits, which
// the hardware does in several steps, see all of them on an H200.
template<class T>
inline uint32_t fieldNumber(uint32_t x)
{
    return sizeof(T) == 4 ? x & 0xff : x < 0xff ? x : 0xff;
}
struct Bfe {
    template<class T> static T of(T a, uint32_t b, uint32_t c)
    {
        constexpr uint32_t width = 8 * sizeof(T);
        const uint32_t position = fieldNumber<T>(b), length = fieldNumber<T>(c);
        using U = Unsigned<T>;
        const U sign = !isSignedInt<T> || length == 0 ? U(0)
                       : U(static_cast<U>(a) >> (position + length - 1 < width - 1 ? position + length - 1 : width - 1)) & 1;
        const U field = position >= width ? U(0) : static_cast<U>(static_cast<U>(a) >> position);
        // Beyond the operand's end stand copies of the sign bit that was found.
        const U kept = length >= width ? U(~U(0)) : static_cast<U>((U(1) << length) - 1);
        const uint32_t available = position >= width ? 0 : width - position;
        const U known = available >= width ? U(~U(0)) : static_cast<U>((U(1) << available) - 1);
        const U inside = kept & known;
        return static_cast<T>((field & inside) | (sign ? static_cast<U>(~inside) : U(0)));
    }
};
struct Bfi {
    template<class T> static T of(T a, T b, uint32_t c, uint32_t count)
    {
        constexpr uint32_t width = 8 * sizeof(T);
        const uint32_t position = fieldNumber<T>(c), length = fieldNumber<T>(count);
        if (position >= width || length == 0)
            return b;
        const T ones = length >= width ? T(~T(0)) : static_cast<T>((T(1) << length) - 1);
        const T mask = static_cast<T>(ones << position);
        return static_cast<T>((b & ~mask) | ((a << position) & mask));
    }
};
template<bool Clamp>
struct Szext {
    template<class T> static T of(T a, uint32_t b)
    {
        const uint32_t n = Clamp ? (b > 32 ? 32 : b) : b & 31;
        if (n == 0)
            return 0;
        if (n >= 32)
            return a;
        return static_cast<T>(static_cast<T>(static_cast<uint32_t>(a) << (32 - n)) >> (32 - n));
    }
};
template<bool Clamp>
struct Bmsk {
    static uint32_t of(uint32_t a, uint32_t b)
    {
        const uint32_t start = Clamp ? (a > 32 ? 32 : a) : a & 31;
        const uint32_t length = Clamp ? (b > 32 ? 32 : b) : b & 31;
        if (start >= 32 || length == 0)
            return 0;
        const uint64_t ones = (1ull << length) - 1;
        return static_cast<uint32_t>(ones << start);
    }
};

struct Fns {
    static uint32_t of(uint32_t mask, uint32_t base, int32_t offset)
    {
        base &= 31;
        if (offset == 0)
            return mask >> base & 1 ? base : 0xffffffffu;
        int32_t position = static_cast<int32_t>(base);
        const int32_t direction = offset > 0 ? 1 : -1;
        int32_t left = offset > 0 ? offset : -offset;
        for (; position >= 0 && position < 32; position += direction)
            if ((mask >> position & 1) && --left == 0)
                return static_cast<uint32_t>(position);
        return 0xffffffffu;
    }
};

template<bool Left, bool Clamp>
struct Funnel {
    static uint32_t of(uint32_t a, uint32_t b, uint32_t c)
    {
        const uint32_t n = Clamp ? (c > 32 ? 32 : c) : c & 31;
        const uint64_t pair = uint64_t(b) << 32 | a;
        return static_cast<uint32_t>(Left ? (pair << n) >> 32 : pair >> n);
    }
};

inline uint32_t pickByte(uint64_t pair, uint32_t selector)
{
    const uint32_t byte = static_cast<uint32_t>(pair >> (8 * (selector & 7))) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte;
}
enum PermuteMode : uint8_t { permuteIndex, permuteF4e, permuteB4e, permuteRc8, permuteEcl, permuteEcr, permuteRc16 };
template<int Mode>
struct Permute {
    static uint32_t of(uint32_t a, uint32_t b, uint32_t c)
    {
        const uint64_t pair = uint64_t(b) << 32 | a;
        const uint32_t n = c & 3;
        uint32_t selector;
        if constexpr (Mode == permuteIndex)
            selector = c;
        else if constexpr (Mode == permuteF4e)
            selector = (n + 3) << 12 | (n + 2) << 8 | (n + 1) << 4 | n;
        else if constexpr (Mode == permuteB4e)
            selector = ((n + 5) & 7) << 12 | ((n + 6) & 7) << 8 | ((n + 7) & 7) << 4 | n;
        else if constexpr (Mode == permuteRc8)
            selector = n * 0x1111u;
        else if constexpr (Mode == permuteEcl)
            selector = 3u << 12 | (n > 2 ? n : 2u) << 8 | (n > 1 ? n : 1u) << 4 | n;
        else if constexpr (Mode == permuteEcr)
            selector = n << 12 | (n < 2 ? n : 2u) << 8 | (n < 1 ? n : 1u) << 4;
        else
            selector = c & 1 ? 0x3232u : 0x1010u;
        return pickByte(pair, selector) | pickByte(pair, selector >> 4) << 8 | pickByte(pair, selector >> 8) << 16 |
               pickByte(pair, selector >> 12) << 24;
    }
};

template<class A, class B>
struct Dp4a {
    static uint32_t of(uint32_t a, uint32_t b, uint32_t c)
    {
        for (int i = 0; i < 4; ++i)
            c += static_cast<uint32_t>(static_cast<int32_t>(static_cast<A>(a >> (8 * i))) *
                                       static_cast<int32_t>(static_cast<B>(b >> (8 * i))));
        return c;
    }
};
template<class A, class B, bool High>
struct Dp2a {
    static uint32_t of(uint32_t a, uint32_t b, uint32_t c)
    {
        for (int i = 0; i < 2; ++i)
            c += static_cast<uint32_t>(static_cast<int32_t>(static_cast<A>(a >> (16 * i))) *
                                       static_cast<int32_t>(static_cast<B>(b >> (8 * i + (High ? 16 : 0)))));
        return c;
    }
};

// Two halves or four bytes in a register: vadd2, vabsdiff4 and the like. Op::flags says which (see VideoFlags).
inline int32_t videoPart(int32_t a, int32_t b, uint32_t operation)
{
    switch (operation) {
    case videoAdd: return a + b;
    case videoSubtract: return a - b;
    case videoAverage: return (a + b + (a + b >= 0)) >> 1; // a half goes away from zero
    case videoDifference: return a < b ? b - a : a - b;
    case videoMinimum: return a < b ? a : b;
    default: return a < b ? b : a;
    }
}
// Scalar video instructions (PTX ISA 9.0, 9.7.17): parts of the operands, the operation with room to spare, saturation
// to the type and part of the result, a second operation with c, or c with that part replaced.
inline int64_t videoOperand(uint32_t word, uint32_t part, bool isSigned)
{
    const uint32_t bits = part == 0 ? 32 : part < 5 ? 8 : 16, shift = part == 0 ? 0 : part < 5 ? (part - 1) * 8 : (part - 5) * 16;
    const int64_t value = word >> shift & (bits == 32 ? 0xffffffffu : (1u << bits) - 1);
    return isSigned && value >> (bits - 1) & 1 ? value - (int64_t(1) << bits) : value;
}
inline bool videoCompare(int64_t a, int64_t b, uint32_t compare)
{
    switch (static_cast<Compare>(compare)) {
    case Compare::Eq: return a == b;
    case Compare::Ne: return a != b;
    case Compare::Lt: return a < b;
    case Compare::Le: return a <= b;
    case Compare::Gt: return a > b;
    default: return a >= b;
    }
}
inline const Op* scalarVideo(Machine& m, const Op* op)
{
    const uint32_t flags = op->flags;
    const auto table = static_cast<uint32_t>(op->table);
    const uint32_t ofA = table & 15, ofB = table >> 4 & 15, ofD = table >> 8 & 15, second = table >> 12 & 15, extra = table >> 16;
    const uint32_t bits = ofD == 0 ? 32 : ofD < 5 ? 8 : 16, shift = ofD == 0 ? 0 : ofD < 5 ? (ofD - 1) * 8 : (ofD - 5) * 16;
    const bool isSigned = flags & videoSignedD;
    const int64_t low = isSigned ? -(int64_t(1) << (bits - 1)) : 0, high = (int64_t(1) << (isSigned ? bits - 1 : bits)) - 1;
    return map3<uint32_t, uint32_t, uint32_t, uint32_t>(m, op, [&](uint32_t a, uint32_t b, uint32_t c) {
        const int64_t x = videoOperand(a, ofA, flags & videoSignedA), y = videoOperand(b, ofB, flags & videoSignedB);
        const int64_t distance = extra ? (y > 32 ? 32 : y) : y & 31;
        int64_t value = 0;
        switch (flags & 15) {
        case 0: value = x + y; break;
        case 1: value = x - y; break;
        case 2: value = x < y ? y - x : x - y; break;
        case 3: value = x < y ? x : y; break;
        case 4: value = x < y ? y : x; break;
        case 5: value = x << distance; break;
        case 6: value = x >> distance; break;
        case 7: value = (x * y + (isSigned ? int64_t(int32_t(c)) : int64_t(c))) >> extra; break;
        default: value = videoCompare(x, y, extra); break;
        }
        if (flags & videoSaturate)
            value = value < low ? low : value > high ? high : value;
        const auto word = static_cast<uint32_t>(value);
        const bool wordFirst = isSigned ? int32_t(word) < int32_t(c) : word < c;
        switch (second) {
        case scalarVideoAdd: return word + c;
        case scalarVideoMin: return wordFirst ? word : c;
        case scalarVideoMax: return wordFirst ? c : word;
        case scalarVideoMerge: {
            const uint32_t ones = ((1u << bits) - 1) << shift;
            return (c & ~ones) | (word << shift & ones);
        }
        default: return word;
        }
    });
}
inline const Op* videoLanes(Machine& m, const Op* op)
{
    const uint32_t flags = op->flags, parts = flags & videoBytes ? 4 : 2, bits = 32 / parts, ones = (1u << bits) - 1;
    const auto part = [&](uint32_t word, uint32_t i, bool isSigned) {
        const uint32_t value = word >> (i * bits) & ones;
        return static_cast<int32_t>(isSigned && value >> (bits - 1) ? value | ~ones : value);
    };
    const int32_t low = flags & videoSignedD ? -static_cast<int32_t>((ones >> 1) + 1) : 0;
    const int32_t high = static_cast<int32_t>(flags & videoSignedD ? ones >> 1 : ones);
    return map3<uint32_t, uint32_t, uint32_t, uint32_t>(m, op, [&](uint32_t a, uint32_t b, uint32_t c) {
        uint32_t sum = c, packed = 0;
        for (uint32_t i = 0; i < parts; ++i) {
            int32_t value = videoPart(part(a, i, flags & videoSignedA), part(b, i, flags & videoSignedB), flags & 7);
            sum += static_cast<uint32_t>(value);
            if (flags & videoSaturate)
                value = value < low ? low : value > high ? high : value;
            packed |= (static_cast<uint32_t>(value) & ones) << (i * bits);
        }
        return flags & videoSum ? sum : packed;
    });
}
