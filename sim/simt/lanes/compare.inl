// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison and selection: PTX ISA 9.0, section 9.7.6 and 9.7.7.

template<Compare C>
struct Relation {
    template<class T>
    static bool of(T a, T b)
    {
        if constexpr (isHalfType<T>) {
            return Relation<C>::of(widen(a), widen(b));
        } else {
            switch (C) { // the unordered forms hold where an operand is not a number
            case Compare::Eq: return a == b;
            case Compare::Ne: return a < b || a > b;
            case Compare::Lt: return a < b;
            case Compare::Le: return a <= b;
            case Compare::Gt: return a > b;
            case Compare::Ge: return a >= b;
            case Compare::Equ: return !(a < b || a > b);
            case Compare::Neu: return !(a == b);
            case Compare::Ltu: return !(a >= b);
            case Compare::Leu: return !(a > b);
            case Compare::Gtu: return !(a <= b);
            case Compare::Geu: return !(a < b);
            case Compare::Num: return a == a && b == b;
            case Compare::Nan: return a != a || b != b;
            default: return false;
            }
        }
    }
};

inline uint32_t combined(Machine& m, const Op* op, uint32_t bits)
{
    const uint32_t c = predicate(m, op->c) ^ (op->flags & flagNegateC ? allActive : 0u);
    switch (static_cast<Combine>(op->flags & 3)) {
    case Combine::And: return bits & c;
    case Combine::Or: return bits | c;
    case Combine::Xor: return bits ^ c;
    default: return bits;
    }
}

template<Compare C, bool Flush, class T>
inline bool holds(T a, T b)
{
    if constexpr (isFloatType<T>)
        return Relation<C>::of(flushIf<Flush>(a), flushIf<Flush>(b));
    else
        return Relation<C>::of(a, b);
}

template<class T, Compare C, bool Flush>
inline const Op* setPredicate(Machine& m, const Op* op)
{
    const uint32_t mask = activeLanes(m, op);
    const uint32_t bits = bits2<T, T>(m, op, [](T a, T b) { return holds<C, Flush>(a, b); });
    const uint32_t result = combined(m, op, bits);
    const uint32_t complement = combined(m, op, ~bits);
    writePredicate(m, op->d, mask, result);
    if (op->flags & flagSecond)
        writePredicate(m, op->e, mask, complement);
    return op + 1;
}

/// set: Op::table where the comparison holds (all ones, or 1.0), else zeros.
template<class T, Compare C, bool Flush>
inline const Op* setValue(Machine& m, const Op* op)
{
    const uint32_t mask = activeLanes(m, op);
    const uint32_t bits = bits2<T, T>(m, op, [](T a, T b) { return holds<C, Flush>(a, b); });
    const uint32_t result = combined(m, op, bits);
    const uint32_t yes = static_cast<uint32_t>(op->table);
    uint32_t* d = slot<uint32_t>(m, op->d);
    for (int l = 0; l < laneCount; ++l)
        if (isActive(mask, l))
            d[l] = isActive(result, l) ? yes : 0u;
    return op + 1;
}

template<class T, Compare C>
inline Handler compareOf(const LaneKey& k)
{
    if (k.opcode == ptx::Opcode::setp_)
        return k.flush ? setPredicate<T, C, true> : setPredicate<T, C, false>;
    return k.flush ? setValue<T, C, true> : setValue<T, C, false>;
}

template<class T>
inline Handler compareFor(const LaneKey& k)
{
    switch (k.compare) {
    case Compare::Eq: return compareOf<T, Compare::Eq>(k);
    case Compare::Ne: return compareOf<T, Compare::Ne>(k);
    case Compare::Lt: return compareOf<T, Compare::Lt>(k);
    case Compare::Le: return compareOf<T, Compare::Le>(k);
    case Compare::Gt: return compareOf<T, Compare::Gt>(k);
    case Compare::Ge: return compareOf<T, Compare::Ge>(k);
    default: break;
    }
    if constexpr (isFloatType<T>) {
        switch (k.compare) {
        case Compare::Equ: return compareOf<T, Compare::Equ>(k);
        case Compare::Neu: return compareOf<T, Compare::Neu>(k);
        case Compare::Ltu: return compareOf<T, Compare::Ltu>(k);
        case Compare::Leu: return compareOf<T, Compare::Leu>(k);
        case Compare::Gtu: return compareOf<T, Compare::Gtu>(k);
        case Compare::Geu: return compareOf<T, Compare::Geu>(k);
        case Compare::Num: return compareOf<T, Compare::Num>(k);
        case Compare::Nan: return compareOf<T, Compare::Nan>(k);
        default: break;
        }
    }
    return nullptr;
}

inline Handler selectCompare(const LaneKey& k)
{
    using ptx::Type;
    switch (k.source) {
    case Type::b16:
    case Type::u16: return compareFor<uint16_t>(k);
    case Type::s16: return compareFor<int16_t>(k);
    case Type::b32:
    case Type::u32: return compareFor<uint32_t>(k);
    case Type::s32: return compareFor<int32_t>(k);
    case Type::b64:
    case Type::u64: return compareFor<uint64_t>(k);
    case Type::s64: return compareFor<int64_t>(k);
    case Type::f16: return compareFor<Half>(k);
    case Type::bf16: return compareFor<Bfloat>(k);
    case Type::f32: return compareFor<float>(k);
    case Type::f64: return compareFor<double>(k);
    default: return nullptr;
    }
}

/// setp and set on two halves: a predicate for each, or half of Op::table for each.
template<class H, Compare C, bool Flush, bool Predicate>
inline const Op* setPair(Machine& m, const Op* op)
{
    using P = PairOf<H>;
    const uint32_t mask = activeLanes(m, op);
    const uint32_t low = bits2<P, P>(m, op, [](P a, P b) { return holds<C, Flush>(a.low, b.low); });
    const uint32_t high = bits2<P, P>(m, op, [](P a, P b) { return holds<C, Flush>(a.high, b.high); });
    const uint32_t first = combined(m, op, low), second = combined(m, op, high);
    if constexpr (Predicate) {
        writePredicate(m, op->d, mask, first);
        if (op->flags & flagSecond)
            writePredicate(m, op->e, mask, second);
    } else {
        const uint32_t yes = static_cast<uint32_t>(op->table);
        uint32_t* d = slot<uint32_t>(m, op->d);
        for (int l = 0; l < laneCount; ++l)
            if (isActive(mask, l))
                d[l] = (isActive(first, l) ? yes & 0xffffu : 0u) | (isActive(second, l) ? yes & 0xffff0000u : 0u);
    }
    return op + 1;
}

template<class H, Compare C>
inline Handler pairOf(const LaneKey& k)
{
    if (k.opcode == ptx::Opcode::setp_)
        return k.flush ? setPair<H, C, true, true> : setPair<H, C, false, true>;
    return k.flush ? setPair<H, C, true, false> : setPair<H, C, false, false>;
}

template<class H>
inline Handler comparePair(const LaneKey& k)
{
    switch (k.compare) {
    case Compare::Eq: return pairOf<H, Compare::Eq>(k);
    case Compare::Ne: return pairOf<H, Compare::Ne>(k);
    case Compare::Lt: return pairOf<H, Compare::Lt>(k);
    case Compare::Le: return pairOf<H, Compare::Le>(k);
    case Compare::Gt: return pairOf<H, Compare::Gt>(k);
    case Compare::Ge: return pairOf<H, Compare::Ge>(k);
    case Compare::Equ: return pairOf<H, Compare::Equ>(k);
    case Compare::Neu: return pairOf<H, Compare::Neu>(k);
    case Compare::Ltu: return pairOf<H, Compare::Ltu>(k);
    case Compare::Leu: return pairOf<H, Compare::Leu>(k);
    case Compare::Gtu: return pairOf<H, Compare::Gtu>(k);
    case Compare::Geu: return pairOf<H, Compare::Geu>(k);
    case Compare::Num: return pairOf<H, Compare::Num>(k);
    case Compare::Nan: return pairOf<H, Compare::Nan>(k);
    default: return nullptr;
    }
}

template<class T>
inline const Op* selectValue(Machine& m, const Op* op)
{
    const uint32_t choice = predicate(m, op->c) ^ (op->flags & flagNegateC ? allActive : 0u);
    const uint32_t mask = activeLanes(m, op);
    T* d = slot<T>(m, op->d);
    const T* a = slot<T>(m, op->a);
    const T* b = slot<T>(m, op->b);
#pragma GCC ivdep
    for (int l = 0; l < laneCount; ++l) {
        const T result = isActive(choice, l) ? a[l] : b[l];
        d[l] = isActive(mask, l) ? result : d[l];
    }
    return op + 1;
}
