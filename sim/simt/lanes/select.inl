// SPDX-License-Identifier: GPL-3.0-or-later
// From the key of an instruction to its handler: which operation exists for which type.

template<class F, class T>
inline const Op* run1(Machine& m, const Op* op)
{
    return map1<T, T>(m, op, [](T a) { return static_cast<T>(F::of(a)); });
}
template<class F, class D, class T>
inline const Op* run1to(Machine& m, const Op* op)
{
    return map1<D, T>(m, op, [](T a) { return static_cast<D>(F::of(a)); });
}
template<class F, class T>
inline const Op* run2(Machine& m, const Op* op)
{
    return map2<T, T, T>(m, op, [](T a, T b) { return static_cast<T>(F::of(a, b)); });
}
template<class F, class T>
inline const Op* run3(Machine& m, const Op* op)
{
    return map3<T, T, T, T>(m, op, [](T a, T b, T c) { return static_cast<T>(F::of(a, b, c)); });
}
template<class F, class T>
inline const Op* runShift(Machine& m, const Op* op)
{
    return map2<T, T, uint32_t>(m, op, [](T a, uint32_t b) { return F::of(a, b); });
}

// Which types: a handler for each, or nullptr.
#define WARPLENS_SIGNED_TYPES(run, F)                                                                                  \
    case ptx::Type::s16: return run<F, int16_t>;                                                                       \
    case ptx::Type::s32: return run<F, int32_t>;                                                                       \
    case ptx::Type::s64: return run<F, int64_t>;
#define WARPLENS_INTEGER_TYPES(run, F)                                                                                 \
    WARPLENS_SIGNED_TYPES(run, F)                                                                                      \
    case ptx::Type::u16: return run<F, uint16_t>;                                                                      \
    case ptx::Type::u32: return run<F, uint32_t>;                                                                      \
    case ptx::Type::u64: return run<F, uint64_t>;
#define WARPLENS_BIT_TYPES(run, F)                                                                                     \
    case ptx::Type::b16: return run<F, uint16_t>;                                                                      \
    case ptx::Type::b32: return run<F, uint32_t>;                                                                      \
    case ptx::Type::b64: return run<F, uint64_t>;

template<class F>
inline Handler signed1(ptx::Type type)
{
    switch (type) {
        WARPLENS_SIGNED_TYPES(run1, F)
    default: return nullptr;
    }
}
template<class F>
inline Handler integer2(ptx::Type type)
{
    switch (type) {
        WARPLENS_INTEGER_TYPES(run2, F)
    default: return nullptr;
    }
}
template<class F>
inline Handler integer3(ptx::Type type)
{
    switch (type) {
        WARPLENS_INTEGER_TYPES(run3, F)
    default: return nullptr;
    }
}
template<class F>
inline Handler bits1(ptx::Type type)
{
    switch (type) {
        WARPLENS_BIT_TYPES(run1, F)
    default: return nullptr;
    }
}
template<class F>
inline Handler bitwise2(ptx::Type type)
{
    switch (type) {
        WARPLENS_BIT_TYPES(run2, F)
    default: return nullptr;
    }
}

// mul.wide, mad.wide: the result has twice the width of the operands.
template<class T>
inline const Op* mulWide(Machine& m, const Op* op)
{
    return map2<Wider<T>, T, T>(m, op, [](T a, T b) { return static_cast<Wider<T>>(Wider<T>(a) * Wider<T>(b)); });
}
template<class T>
inline const Op* madWide(Machine& m, const Op* op)
{
    return map3<Wider<T>, T, T, Wider<T>>(m, op, [](T a, T b, Wider<T> c) {
        return wrapAdd(static_cast<Wider<T>>(Wider<T>(a) * Wider<T>(b)), c);
    });
}
template<bool Mad>
inline Handler wide(ptx::Type type)
{
    switch (type) {
    case ptx::Type::u16: return Mad ? madWide<uint16_t> : mulWide<uint16_t>;
    case ptx::Type::s16: return Mad ? madWide<int16_t> : mulWide<int16_t>;
    case ptx::Type::u32: return Mad ? madWide<uint32_t> : mulWide<uint32_t>;
    case ptx::Type::s32: return Mad ? madWide<int32_t> : mulWide<int32_t>;
    default: return nullptr;
    }
}

// add.cc, addc, subc, madc: the carry is a predicate word in slot e.
template<class T, bool Subtract>
inline const Op* addCarry(Machine& m, const Op* op)
{
    T* d = slot<T>(m, op->d);
    const T* a = slot<T>(m, op->a);
    const T* b = slot<T>(m, op->b);
    const uint32_t mask = activeLanes(m, op);
    const uint32_t in = op->flags & flagCarryIn ? predicate(m, op->e) : 0u;
    uint32_t out = 0;
    for (int l = 0; l < laneCount; ++l) {
        if (!isActive(mask, l))
            continue;
        const T carry = in >> l & 1;
        T partial, result;
        bool over;
        if constexpr (Subtract) {
            over = __builtin_sub_overflow(a[l], b[l], &partial);
            over |= __builtin_sub_overflow(partial, carry, &result);
        } else {
            over = __builtin_add_overflow(a[l], b[l], &partial);
            over |= __builtin_add_overflow(partial, carry, &result);
        }
        d[l] = result;
        out |= static_cast<uint32_t>(over) << l;
    }
    if (op->flags & flagCarryOut)
        writePredicate(m, op->e, mask, out);
    return op + 1;
}
template<class T, bool High>
inline const Op* madCarry(Machine& m, const Op* op)
{
    T* d = slot<T>(m, op->d);
    const T* a = slot<T>(m, op->a);
    const T* b = slot<T>(m, op->b);
    const T* c = slot<T>(m, op->c);
    const uint32_t mask = activeLanes(m, op);
    const uint32_t in = op->flags & flagCarryIn ? predicate(m, op->e) : 0u;
    uint32_t out = 0;
    for (int l = 0; l < laneCount; ++l) {
        if (!isActive(mask, l))
            continue;
        const T product = High ? MulHigh::of(a[l], b[l]) : wrapMul(a[l], b[l]);
        using U = Unsigned<T>;
        U partial, result;
        bool over = __builtin_add_overflow(static_cast<U>(product), static_cast<U>(c[l]), &partial);
        over |= __builtin_add_overflow(partial, static_cast<U>(in >> l & 1), &result);
        d[l] = static_cast<T>(result);
        out |= static_cast<uint32_t>(over) << l;
    }
    if (op->flags & flagCarryOut)
        writePredicate(m, op->e, mask, out);
    return op + 1;
}

inline Handler selectCarry(const LaneKey& k)
{
    using ptx::Opcode;
    using ptx::Type;
    const bool is64 = k.type == Type::u64 || k.type == Type::s64 || k.type == Type::b64;
    switch (k.opcode) {
    case Opcode::add_:
    case Opcode::addc_: return is64 ? addCarry<uint64_t, false> : addCarry<uint32_t, false>;
    case Opcode::sub_:
    case Opcode::subc_: return is64 ? addCarry<uint64_t, true> : addCarry<uint32_t, true>;
    case Opcode::mad_:
    case Opcode::madc_:
        if (k.part == Part::High) {
            switch (k.type) {
            case Type::u32: return madCarry<uint32_t, true>;
            case Type::s32: return madCarry<int32_t, true>;
            case Type::u64: return madCarry<uint64_t, true>;
            case Type::s64: return madCarry<int64_t, true>;
            default: return nullptr;
            }
        }
        return is64 ? madCarry<uint64_t, false> : madCarry<uint32_t, false>;
    default: return nullptr;
    }
}

template<class O, class T>
inline Handler floatHandler(const LaneKey& k)
{
    using ptx::Opcode;
    switch (k.opcode) {
    case Opcode::add_: return run2<typename O::Add, T>;
    case Opcode::sub_: return run2<typename O::Sub, T>;
    case Opcode::mul_: return run2<typename O::Mul, T>;
    case Opcode::div_: return run2<typename O::Div, T>;
    case Opcode::fma_:
    case Opcode::mad_: return run3<typename O::Fma, T>;
    case Opcode::rcp_: return run1<typename O::Rcp, T>;
    case Opcode::abs_: return run1<typename O::Abs, T>;
    case Opcode::neg_: return run1<typename O::Neg, T>;
    case Opcode::min_:
        if (k.xorSign)
            return k.nan ? run2<XorSign<typename O::MinNaN>, T> : run2<XorSign<typename O::Min>, T>;
        return k.nan ? run2<typename O::MinNaN, T> : run2<typename O::Min, T>;
    case Opcode::max_:
        if (k.xorSign)
            return k.nan ? run2<XorSign<typename O::MaxNaN>, T> : run2<XorSign<typename O::Max>, T>;
        return k.nan ? run2<typename O::MaxNaN, T> : run2<typename O::Max, T>;
    default: return nullptr;
    }
}

template<class T, Round R, bool Flush, bool Saturate>
inline Handler roundedHandler(ptx::Opcode opcode)
{
    using O = RoundedOps<T, R, Flush, Saturate>;
    using ptx::Opcode;
    switch (opcode) {
    case Opcode::add_: return run2<typename O::Add, T>;
    case Opcode::sub_: return run2<typename O::Sub, T>;
    case Opcode::mul_: return run2<typename O::Mul, T>;
    case Opcode::div_: return run2<typename O::Div, T>;
    case Opcode::fma_:
    case Opcode::mad_: return run3<typename O::Fma, T>;
    case Opcode::rcp_: return run1<typename O::Rcp, T>;
    case Opcode::sqrt_: return run1<typename O::Sqrt, T>;
    default: return nullptr;
    }
}
template<class T, bool Flush, bool Saturate>
inline Handler roundedHandler(const LaneKey& k)
{
    switch (k.round) {
    case Round::Zero: return roundedHandler<T, Round::Zero, Flush, Saturate>(k.opcode);
    case Round::Down: return roundedHandler<T, Round::Down, Flush, Saturate>(k.opcode);
    case Round::Up: return roundedHandler<T, Round::Up, Flush, Saturate>(k.opcode);
    default: return nullptr;
    }
}

template<bool Flush>
inline Handler functionHandler(ptx::Opcode opcode)
{
    using O = Functions<Flush>;
    using ptx::Opcode;
    switch (opcode) {
    case Opcode::sqrt_: return run1<typename O::Sqrt, float>;
    case Opcode::rsqrt_: return run1<typename O::Rsqrt, float>;
    case Opcode::sin_: return run1<typename O::Sin, float>;
    case Opcode::cos_: return run1<typename O::Cos, float>;
    case Opcode::lg2_: return run1<typename O::Lg2, float>;
    case Opcode::ex2_: return run1<typename O::Ex2, float>;
    case Opcode::tanh_: return run1<typename O::Tanh, float>;
    default: return nullptr;
    }
}

inline Handler selectFloat(const LaneKey& k)
{
    using ptx::Opcode;
    const bool directed = k.round == Round::Zero || k.round == Round::Down || k.round == Round::Up;
    if (k.type == ptx::Type::f32) {
        if (directed) {
            if (k.flush)
                return k.saturate ? roundedHandler<float, true, true>(k) : roundedHandler<float, true, false>(k);
            return k.saturate ? roundedHandler<float, false, true>(k) : roundedHandler<float, false, false>(k);
        }
        if (const Handler function = k.flush ? functionHandler<true>(k.opcode) : functionHandler<false>(k.opcode))
            return function;
        if (k.opcode == Opcode::copysign_)
            return run2<CopySign, float>;
        if (k.flush)
            return k.saturate ? floatHandler<FloatOps<true, true>, float>(k) : floatHandler<FloatOps<true, false>, float>(k);
        return k.saturate ? floatHandler<FloatOps<false, true>, float>(k) : floatHandler<FloatOps<false, false>, float>(k);
    }
    if (directed)
        return roundedHandler<double, false, false>(k);
    switch (k.opcode) {
    case Opcode::sqrt_: return run1<SqrtDouble, double>;
    case Opcode::rsqrt_: return k.flush ? run1<RsqrtDoubleApprox, double> : run1<RsqrtDouble, double>;
    case Opcode::rcp_:
        if (k.flush)
            return run1<RcpDoubleApprox, double>;
        break;
    case Opcode::copysign_: return run2<CopySign, double>;
    default: break;
    }
    return floatHandler<FloatOps<false, false>, double>(k);
}

template<class F, class H>
inline Handler halfMinMax(const LaneKey& k, bool paired)
{
    if (k.xorSign)
        return paired ? run2<Paired<XorSign<F>>, PairOf<H>> : run2<XorSign<F>, H>;
    return paired ? run2<Paired<F>, PairOf<H>> : run2<F, H>;
}

template<class H, bool Saturate, bool Relu, bool Flush>
inline Handler halfHandler(const LaneKey& k, bool paired)
{
    using O = HalfOps<H, Saturate, Relu, Flush>;
    using P = PairOf<H>;
    using ptx::Opcode;
    switch (k.opcode) {
    case Opcode::add_: return paired ? run2<Paired<typename O::Add>, P> : run2<typename O::Add, H>;
    case Opcode::sub_: return paired ? run2<Paired<typename O::Sub>, P> : run2<typename O::Sub, H>;
    case Opcode::mul_: return paired ? run2<Paired<typename O::Mul>, P> : run2<typename O::Mul, H>;
    case Opcode::fma_: return paired ? run3<Paired<typename O::Fma>, P> : run3<typename O::Fma, H>;
    case Opcode::abs_: return paired ? run1<Paired<typename O::Abs>, P> : run1<typename O::Abs, H>;
    case Opcode::neg_: return paired ? run1<Paired<typename O::Neg>, P> : run1<typename O::Neg, H>;
    case Opcode::ex2_: return paired ? run1<Paired<typename O::Ex2>, P> : run1<typename O::Ex2, H>;
    case Opcode::tanh_: return paired ? run1<Paired<typename O::Tanh>, P> : run1<typename O::Tanh, H>;
    case Opcode::min_: return k.nan ? halfMinMax<typename O::MinNaN, H>(k, paired) : halfMinMax<typename O::Min, H>(k, paired);
    case Opcode::max_: return k.nan ? halfMinMax<typename O::MaxNaN, H>(k, paired) : halfMinMax<typename O::Max, H>(k, paired);
    default: return nullptr;
    }
}
template<class H>
inline Handler selectHalf(const LaneKey& k, bool paired)
{
    if constexpr (__is_same(H, Half)) {
        if (k.flush && k.saturate)
            return halfHandler<H, true, false, true>(k, paired);
        if (k.flush)
            return k.relu ? halfHandler<H, false, true, true>(k, paired) : halfHandler<H, false, false, true>(k, paired);
    }
    if (k.saturate)
        return halfHandler<H, true, false, false>(k, paired);
    return k.relu ? halfHandler<H, false, true, false>(k, paired) : halfHandler<H, false, false, false>(k, paired);
}

template<class F>
inline Handler packedMinMax(const LaneKey& k)
{
    if (k.type == ptx::Type::u16x2)
        return run2<Packed16<F, uint16_t>, uint32_t>;
    if (k.type == ptx::Type::s16x2)
        return k.relu ? run2<Packed16<Relu16<F>, int16_t>, uint32_t> : run2<Packed16<F, int16_t>, uint32_t>;
    return nullptr;
}

inline Handler selectInteger(const LaneKey& k)
{
    using ptx::Opcode;
    using ptx::Type;
    switch (k.opcode) {
    case Opcode::add_:
        if (k.type == Type::u16x2 || k.type == Type::s16x2)
            return run2<Packed16<Add, uint16_t>, uint32_t>;
        return k.saturate ? run2<AddSaturated, int32_t> : integer2<Add>(k.type);
    case Opcode::sub_: return k.saturate ? run2<SubSaturated, int32_t> : integer2<Sub>(k.type);
    case Opcode::mul_:
        if (k.part == Part::Wide)
            return wide<false>(k.type);
        return k.part == Part::High ? integer2<MulHigh>(k.type) : integer2<MulLow>(k.type);
    case Opcode::mad_:
        if (k.part == Part::Wide)
            return wide<true>(k.type);
        if (k.part == Part::High)
            return k.saturate ? run3<MadHighSaturated, int32_t> : integer3<MadHigh>(k.type);
        return integer3<MadLow>(k.type);
    case Opcode::mul24_:
        if (k.part == Part::High)
            return k.type == Type::s32 ? run2<Mul24High, int32_t> : run2<Mul24High, uint32_t>;
        return k.type == Type::s32 ? run2<Mul24Low, int32_t> : run2<Mul24Low, uint32_t>;
    case Opcode::mad24_:
        if (k.part == Part::High)
            return k.saturate               ? run3<Mad24HighSaturated, int32_t>
                   : k.type == Type::s32 ? run3<Mad24High, int32_t>
                                         : run3<Mad24High, uint32_t>;
        return k.type == Type::s32 ? run3<Mad24Low, int32_t> : run3<Mad24Low, uint32_t>;
    case Opcode::sad_: return integer3<Sad>(k.type);
    case Opcode::div_: return integer2<Div>(k.type);
    case Opcode::rem_: return integer2<Rem>(k.type);
    case Opcode::min_: 
        if (const Handler packed = packedMinMax<Min>(k))
            return packed;
        return k.relu ? run2<MinRelu, int32_t> : integer2<Min>(k.type);
    case Opcode::max_: 
        if (const Handler packed = packedMinMax<Max>(k))
            return packed;
        return k.relu ? run2<MaxRelu, int32_t> : integer2<Max>(k.type);
    case Opcode::abs_: return signed1<AbsInt>(k.type);
    case Opcode::neg_: return signed1<NegInt>(k.type);
    default: return nullptr;
    }
}

template<class A>
inline Handler dotProduct(const LaneKey& k)
{
    const bool signedB = k.source == ptx::Type::s32;
    if (k.opcode == ptx::Opcode::dp4a_)
        return signedB ? run3<Dp4a<A, int8_t>, uint32_t> : run3<Dp4a<A, uint8_t>, uint32_t>;
    return nullptr;
}
template<class A>
inline Handler dotProduct2(const LaneKey& k)
{
    const bool signedB = k.source == ptx::Type::s32;
    if (k.part == Part::High)
        return signedB ? run3<Dp2a<A, int8_t, true>, uint32_t> : run3<Dp2a<A, uint8_t, true>, uint32_t>;
    return signedB ? run3<Dp2a<A, int8_t, false>, uint32_t> : run3<Dp2a<A, uint8_t, false>, uint32_t>;
}

inline const Op* lop3(Machine& m, const Op* op)
{
    const uint32_t table = static_cast<uint32_t>(op->table);
    uint32_t t[8];
    for (int i = 0; i < 8; ++i)
        t[i] = table >> i & 1 ? 0xffffffffu : 0u;
    return map3<uint32_t, uint32_t, uint32_t, uint32_t>(m, op, [&](uint32_t a, uint32_t b, uint32_t c) {
        return (t[0] & ~a & ~b & ~c) | (t[1] & ~a & ~b & c) | (t[2] & ~a & b & ~c) | (t[3] & ~a & b & c) |
               (t[4] & a & ~b & ~c) | (t[5] & a & ~b & c) | (t[6] & a & b & ~c) | (t[7] & a & b & c);
    });
}

template<class T>
inline const Op* bitFieldInsert(Machine& m, const Op* op)
{
    T* d = slot<T>(m, op->d);
    const T* a = slot<T>(m, op->a);
    const T* b = slot<T>(m, op->b);
    const uint32_t* c = slot<uint32_t>(m, op->c);
    const uint32_t* e = slot<uint32_t>(m, op->e);
    const uint32_t mask = activeLanes(m, op);
    for (int l = 0; l < laneCount; ++l)
        if (isActive(mask, l))
            d[l] = Bfi::of(a[l], b[l], c[l], e[l]);
    return op + 1;
}
template<class T>
inline const Op* bitFieldExtract(Machine& m, const Op* op)
{
    return map3<T, T, uint32_t, uint32_t>(m, op, [](T a, uint32_t b, uint32_t c) { return Bfe::of(a, b, c); });
}
template<class T>
inline const Op* selectBySign(Machine& m, const Op* op)
{
    return map3<T, T, T, int32_t>(m, op, [](T a, T b, int32_t c) { return c >= 0 ? a : b; });
}
template<class T>
inline const Op* selectBySignFloat(Machine& m, const Op* op)
{
    return map3<T, T, T, float>(m, op, [](T a, T b, float c) { return c >= 0 ? a : b; });
}

template<class T>
inline const Op* testPredicate(Machine& m, const Op* op)
{
    const T* a = slot<T>(m, op->a);
    uint32_t bits = 0;
    for (int l = 0; l < laneCount; ++l)
        bits |= static_cast<uint32_t>(test(a[l], static_cast<uint8_t>(op->flags))) << l;
    writePredicate(m, op->d, activeLanes(m, op), bits);
    return op + 1;
}

template<class T>
inline const Op* moveValue(Machine& m, const Op* op)
{
    return map1<T, T>(m, op, [](T a) { return a; });
}

inline Handler selectPermute(uint8_t mode)
{
    switch (mode) {
    case permuteIndex: return run3<Permute<permuteIndex>, uint32_t>;
    case permuteF4e: return run3<Permute<permuteF4e>, uint32_t>;
    case permuteB4e: return run3<Permute<permuteB4e>, uint32_t>;
    case permuteRc8: return run3<Permute<permuteRc8>, uint32_t>;
    case permuteEcl: return run3<Permute<permuteEcl>, uint32_t>;
    case permuteEcr: return run3<Permute<permuteEcr>, uint32_t>;
    default: return run3<Permute<permuteRc16>, uint32_t>;
    }
}

inline Handler selectBits(const LaneKey& k)
{
    using ptx::Opcode;
    using ptx::Type;
    const bool is64 = k.type == Type::b64 || k.type == Type::u64 || k.type == Type::s64;
    switch (k.opcode) {
    case Opcode::and_: return bitwise2<And>(k.type);
    case Opcode::or_: return bitwise2<Or>(k.type);
    case Opcode::xor_: return bitwise2<Xor>(k.type);
    case Opcode::not_: return bits1<Not>(k.type);
    case Opcode::cnot_: return bits1<CNot>(k.type);
    case Opcode::shl_:
        switch (k.type) {
            WARPLENS_BIT_TYPES(runShift, Shl)
        default: return nullptr;
        }
    case Opcode::shr_:
        switch (k.type) {
            WARPLENS_BIT_TYPES(runShift, Shr)
            WARPLENS_INTEGER_TYPES(runShift, Shr)
        default: return nullptr;
        }
    case Opcode::popc_: return is64 ? run1to<Popc, uint32_t, uint64_t> : run1to<Popc, uint32_t, uint32_t>;
    case Opcode::clz_: return is64 ? run1to<Clz, uint32_t, uint64_t> : run1to<Clz, uint32_t, uint32_t>;
    case Opcode::bfind_:
        switch (k.type) {
        case Type::u32: return k.mode ? run1to<Bfind<true>, uint32_t, uint32_t> : run1to<Bfind<false>, uint32_t, uint32_t>;
        case Type::s32: return k.mode ? run1to<Bfind<true>, uint32_t, int32_t> : run1to<Bfind<false>, uint32_t, int32_t>;
        case Type::u64: return k.mode ? run1to<Bfind<true>, uint32_t, uint64_t> : run1to<Bfind<false>, uint32_t, uint64_t>;
        case Type::s64: return k.mode ? run1to<Bfind<true>, uint32_t, int64_t> : run1to<Bfind<false>, uint32_t, int64_t>;
        default: return nullptr;
        }
    case Opcode::brev_: return is64 ? run1<Brev, uint64_t> : run1<Brev, uint32_t>;
    case Opcode::bfe_:
        switch (k.type) {
        case Type::u32: return bitFieldExtract<uint32_t>;
        case Type::s32: return bitFieldExtract<int32_t>;
        case Type::u64: return bitFieldExtract<uint64_t>;
        case Type::s64: return bitFieldExtract<int64_t>;
        default: return nullptr;
        }
    case Opcode::bfi_: return is64 ? bitFieldInsert<uint64_t> : bitFieldInsert<uint32_t>;
    case Opcode::szext_:
        if (k.type == Type::s32)
            return k.mode ? runShift<Szext<true>, int32_t> : runShift<Szext<false>, int32_t>;
        return k.mode ? runShift<Szext<true>, uint32_t> : runShift<Szext<false>, uint32_t>;
    case Opcode::bmsk_: return k.mode ? run2<Bmsk<true>, uint32_t> : run2<Bmsk<false>, uint32_t>;
    case Opcode::fns_:
        return [](Machine& m, const Op* op) {
            return map3<uint32_t, uint32_t, uint32_t, int32_t>(
                m, op, [](uint32_t mask, uint32_t base, int32_t offset) { return Fns::of(mask, base, offset); });
        };
    case Opcode::lop3_: return lop3;
    case Opcode::prmt_: return selectPermute(k.mode);
    case Opcode::shf_:
        switch (k.mode) {
        case 0: return run3<Funnel<true, false>, uint32_t>;
        case 1: return run3<Funnel<true, true>, uint32_t>;
        case 2: return run3<Funnel<false, false>, uint32_t>;
        default: return run3<Funnel<false, true>, uint32_t>;
        }
    case Opcode::vadd2_:
    case Opcode::vsub2_:
    case Opcode::vavrg2_:
    case Opcode::vabsdiff2_:
    case Opcode::vmin2_:
    case Opcode::vmax2_:
    case Opcode::vadd4_:
    case Opcode::vsub4_:
    case Opcode::vavrg4_:
    case Opcode::vabsdiff4_:
    case Opcode::vmin4_:
    case Opcode::vmax4_: return videoLanes;
    case Opcode::vadd_:
    case Opcode::vsub_:
    case Opcode::vabsdiff_:
    case Opcode::vmin_:
    case Opcode::vmax_:
    case Opcode::vshl_:
    case Opcode::vshr_:
    case Opcode::vmad_:
    case Opcode::vset_: return scalarVideo;
    case Opcode::dp4a_: return k.type == Type::s32 ? dotProduct<int8_t>(k) : dotProduct<uint8_t>(k);
    case Opcode::dp2a_: return k.type == Type::s32 ? dotProduct2<int16_t>(k) : dotProduct2<uint16_t>(k);
    default: return nullptr;
    }
}

inline Handler selectLane(const LaneKey& k)
{
    using ptx::Opcode;
    using ptx::Type;
    const bool is64 = ptx::Type::b64 == k.type || k.type == Type::u64 || k.type == Type::s64 || k.type == Type::f64;
    switch (k.opcode) {
    case Opcode::cvt_: return selectConvert(k);
    case Opcode::set_:
    case Opcode::setp_:
        if (k.source == Type::f16x2)
            return comparePair<Half>(k);
        if (k.source == Type::bf16x2)
            return comparePair<Bfloat>(k);
        return selectCompare(k);
    case Opcode::selp_: return is64 ? selectValue<uint64_t> : selectValue<uint32_t>;
    case Opcode::slct_:
        if (k.source == Type::f32)
            return is64 ? selectBySignFloat<uint64_t> : selectBySignFloat<uint32_t>;
        return is64 ? selectBySign<uint64_t> : selectBySign<uint32_t>;
    case Opcode::mov_: return is64 ? moveValue<uint64_t> : moveValue<uint32_t>;
    case Opcode::testp_: return k.type == Type::f64 ? testPredicate<double> : testPredicate<float>;
    default: break;
    }
    if (k.carryIn || k.carryOut)
        return selectCarry(k);
    switch (k.type) {
    case Type::f32:
    case Type::f64: return selectFloat(k);
    case Type::f16: return selectHalf<Half>(k, false);
    case Type::bf16: return selectHalf<Bfloat>(k, false);
    case Type::f16x2: return selectHalf<Half>(k, true);
    case Type::bf16x2: return selectHalf<Bfloat>(k, true);
    default: break;
    }
    if (const Handler integer = selectInteger(k))
        return integer;
    return selectBits(k);
}
