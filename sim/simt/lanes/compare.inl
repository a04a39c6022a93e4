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

template<class T, Compare C, bool Flush>
inline const Op* setPredicate(Machine& m, const Op* op)
{
    const uint32_t mask = activeLanes(m, op);
    const uint32_t bits = bits2<T, T>(m, op, [](T a, T b) {
        if constexpr (__is_same(T, float))
            return Relation<C>::of(flushIf<Flush>(a), flushIf<Flush>(b));
        else
            return Relation<C>::of(a, b);
    });
    const uint32_t result = combined(m, op, bits);
    const uint32_t complement = combined(m, op, ~bits);
    writePredicate(m, op->d, mask, result);
    if (op->flags & flagSecond)
        writePredicate(m, op->e, mask, complement);
    return op + 1;
}

/// set: all ones (or 1.0f) where the comparison holds.
template<class T, Compare C, bool Flush, bool FloatResult>
inline const Op* setValue(Machine& m, const Op* op)
{
    const uint32_t mask = activeLanes(m, op);
    const uint32_t bits = bits2<T, T>(m, op, [](T a, T b) {
        if constexpr (__is_same(T, float))
            return Relation<C>::of(flushIf<Flush>(a), flushIf<Flush>(b));
        else
            return Relation<C>::of(a, b);
    });
    const uint32_t result = combined(m, op, bits);
    uint32_t* d = slot<uint32_t>(m, op->d);
    for (int l = 0; l < laneCount; ++l)
        if (isActive(mask, l))
            d[l] = !isActive(result, l) ? 0u : FloatResult ? 0x3f800000u : 0xffffffffu;
    return op + 1;
}

template<class T, Compare C>
inline Handler compareOf(const LaneKey& k)
{
    const bool toFloat = k.type == ptx::Type::f32;
    if (k.opcode == ptx::Opcode::setp_) {
        if (k.flush)
            return setPredicate<T, C, true>;
        return setPredicate<T, C, false>;
    }
    if (k.flush)
        return toFloat ? setValue<T, C, true, true> : setValue<T, C, true, false>;
    return toFloat ? setValue<T, C, false, true> : setValue<T, C, false, false>;
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

/// setp on two halves: a predicate for each.
template<class H, Compare C>
inline const Op* setPredicatePair(Machine& m, const Op* op)
{
    const uint32_t mask = activeLanes(m, op);
    const uint32_t low = bits2<PairOf<H>, PairOf<H>>(m, op, [](PairOf<H> a, PairOf<H> b) { return Relation<C>::of(a.low, b.low); });
    const uint32_t high = bits2<PairOf<H>, PairOf<H>>(m, op, [](PairOf<H> a, PairOf<H> b) { return Relation<C>::of(a.high, b.high); });
    const uint32_t first = combined(m, op, low), second = combined(m, op, high);
    writePredicate(m, op->d, mask, first);
    if (op->flags & flagSecond)
        writePredicate(m, op->e, mask, second);
    return op + 1;
}

template<class H>
inline Handler comparePair(const LaneKey& k)
{
    switch (k.compare) {
    case Compare::Eq: return setPredicatePair<H, Compare::Eq>;
    case Compare::Ne: return setPredicatePair<H, Compare::Ne>;
    case Compare::Lt: return setPredicatePair<H, Compare::Lt>;
    case Compare::Le: return setPredicatePair<H, Compare::Le>;
    case Compare::Gt: return setPredicatePair<H, Compare::Gt>;
    case Compare::Ge: return setPredicatePair<H, Compare::Ge>;
    case Compare::Equ: return setPredicatePair<H, Compare::Equ>;
    case Compare::Neu: return setPredicatePair<H, Compare::Neu>;
    case Compare::Ltu: return setPredicatePair<H, Compare::Ltu>;
    case Compare::Leu: return setPredicatePair<H, Compare::Leu>;
    case Compare::Gtu: return setPredicatePair<H, Compare::Gtu>;
    case Compare::Geu: return setPredicatePair<H, Compare::Geu>;
    case Compare::Num: return setPredicatePair<H, Compare::Num>;
    case Compare::Nan: return setPredicatePair<H, Compare::Nan>;
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
