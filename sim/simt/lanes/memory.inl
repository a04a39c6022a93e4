// SPDX-License-Identifier: GPL-3.0-or-later
// Loads and stores of shared and global memory, the short way: the pattern of addresses is the one of the last time,
// so what it costs is known, and the data moves with a few vector operations.

template<class A>
inline bool repeats(const Pattern& pattern, const A* address, uint32_t mask, A first)
{
    if (pattern.shape == Pattern::Unknown || pattern.mask != mask)
        return false;
    A different = 0;
    if (mask == allActive) {
        for (int l = 0; l < laneCount; ++l)
            different |= (address[l] - first) ^ static_cast<A>(static_cast<int64_t>(pattern.delta[l]));
    } else {
        for (int l = 0; l < laneCount; ++l) {
            const A d = (address[l] - first) ^ static_cast<A>(static_cast<int64_t>(pattern.delta[l]));
            different |= isActive(mask, l) ? d : A(0);
        }
    }
    return different == 0;
}

template<class E, class R>
inline void loadLanes(const std::byte* host, const Pattern& pattern, uint32_t mask, R* d, unsigned stride, unsigned part)
{
    if (pattern.shape == Pattern::Contiguous && mask == allActive) {
        const E* from = reinterpret_cast<const E*>(host) + part;
        if (stride == 1) {
#pragma GCC ivdep
            for (int l = 0; l < laneCount; ++l)
                d[l] = static_cast<R>(from[l]);
        } else {
#pragma GCC ivdep
            for (int l = 0; l < laneCount; ++l)
                d[l] = static_cast<R>(from[static_cast<unsigned>(l) * stride]);
        }
        return;
    }
    const std::byte* from = host + part * sizeof(E);
    if (pattern.shape == Pattern::Uniform) {
        const R value = static_cast<R>(*reinterpret_cast<const E*>(from));
        if (mask == allActive) {
            for (int l = 0; l < laneCount; ++l)
                d[l] = value;
        } else {
            for (int l = 0; l < laneCount; ++l)
                d[l] = isActive(mask, l) ? value : d[l];
        }
        return;
    }
    // Inactive lanes have delta 0, so every lane reads memory that is there.
    R values[laneCount];
    for (int l = 0; l < laneCount; ++l)
        values[l] = static_cast<R>(*reinterpret_cast<const E*>(from + pattern.delta[l]));
    if (mask == allActive) {
        for (int l = 0; l < laneCount; ++l)
            d[l] = values[l];
    } else {
        for (int l = 0; l < laneCount; ++l)
            d[l] = isActive(mask, l) ? values[l] : d[l];
    }
}

template<class E, class R>
inline void storeLanes(std::byte* host, const Pattern& pattern, uint32_t mask, const R* a, unsigned stride, unsigned part)
{
    if (pattern.shape == Pattern::Contiguous && mask == allActive) {
        E* to = reinterpret_cast<E*>(host) + part;
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l)
            to[static_cast<unsigned>(l) * stride] = static_cast<E>(a[l]);
        return;
    }
    std::byte* to = host + part * sizeof(E);
    for (int l = 0; l < laneCount; ++l) // in order: of lanes that write to the same place the last one wins
        if (isActive(mask, l))
            *reinterpret_cast<E*>(to + pattern.delta[l]) = static_cast<E>(a[l]);
}

inline void countShared(Machine& m, const MemoryOp& memory, Pattern& pattern, uint32_t mask, uint64_t at)
{
    MemoryCounters& counters = m.counters[memory.index];
    const uint64_t request = at + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    if ((request & (memory.sharedPeriod - 1u)) != pattern.phase) [[unlikely]]
        pricePattern(pattern, memory, request);
    ++counters.requests;
    counters.wavefronts += pattern.wavefronts;
    counters.wavefrontsIdeal += pattern.wavefrontsIdeal;
    counters.bytesAsked += static_cast<uint64_t>(__builtin_popcount(mask)) * memory.requestBytes;
}

inline void countGlobal(Machine& m, const MemoryOp& memory, Pattern& pattern, uint32_t mask, uint64_t at)
{
    MemoryCounters& counters = m.counters[memory.index];
    const uint64_t request = at + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    const uint32_t phase = static_cast<uint32_t>(request & (memory.globalPeriod - 1u));
    const uint32_t kept = phase / 4 % Pattern::phasesKept;
    if (pattern.pricedPhase[kept] != phase) [[unlikely]]
        pricePattern(pattern, memory, request);
    const Pattern::GlobalPrice& price = pattern.price[kept];
    ++counters.requests;
    counters.sectors += price.sectors;
    counters.sectorsIdeal += price.sectorsIdeal;
    counters.lines += price.lines;
    counters.l1Tags += price.l1Tags;
    counters.l1Data += price.l1Data;
    counters.bytesAsked += static_cast<uint64_t>(__builtin_popcount(mask)) * memory.requestBytes;
}

template<class A, class E, class R, bool Shared, bool Store>
inline const Op* accessPattern(Machine& m, const Op* op)
{
    const uint32_t mask = activeLanes(m, op);
    if (mask == 0)
        return op + 1;
    const MemoryOp& memory = m.memoryOps[op->extra];
    Pattern& pattern = m.patterns[op->extra];
    const A* address = slot<A>(m, op->a);
    const A first = address[__builtin_ctz(mask)];
    if (!repeats(pattern, address, mask, first)) [[unlikely]]
        if (!learnPattern(memory, pattern, address, mask))
            return accessSlowly(m, op);
    const uint64_t at = static_cast<uint64_t>(first) + static_cast<uint64_t>(op->imm);
    const uint32_t bytes = static_cast<uint32_t>(sizeof(E)) * memory.count;
    if (((pattern.lowBits | at) & (bytes - 1)) != 0) [[unlikely]]
        return accessSlowly(m, op);
    std::byte* host;
    if constexpr (Shared) {
        // Unsigned, so an address below the beginning is beyond the end.
        if (at + static_cast<uint64_t>(static_cast<int64_t>(pattern.minimum)) >= m.sharedBytes ||
            at + static_cast<uint64_t>(static_cast<int64_t>(pattern.maximum)) + bytes > m.sharedBytes) [[unlikely]]
            return accessSlowly(m, op);
        host = m.shared + at;
    } else {
        const uint64_t low = at + static_cast<uint64_t>(static_cast<int64_t>(pattern.minimum));
        const uint64_t high = at + static_cast<uint64_t>(static_cast<int64_t>(pattern.maximum)) + bytes;
        if (low < pattern.base || high > pattern.end || low > high) [[unlikely]]
            if (!locatePattern(m, pattern, at, bytes))
                return accessSlowly(m, op);
        if (Store && pattern.readOnly) [[unlikely]]
            return accessSlowly(m, op);
        host = pattern.host + static_cast<int64_t>(at - pattern.base);
    }
    if (memory.issue != Issue::Merged && m.counting) {
        if constexpr (Shared)
            countShared(m, memory, pattern, mask, at);
        else
            countGlobal(m, memory, pattern, mask, at);
    }
    if constexpr (Store)
        if (m.observer) [[unlikely]]
            showStore(m, op, memory, pattern, mask, at);
    for (unsigned part = 0; part < memory.count && memory.moves; ++part) {
        if constexpr (Store)
            storeLanes<E, R>(host, pattern, mask, slot<R>(m, memory.registers[part]), memory.count, part);
        else
            loadLanes<E, R>(host, pattern, mask, slot<R>(m, memory.registers[part]), memory.count, part);
    }
    if (m.observer) [[unlikely]]
        return showAccess(m, op, memory, pattern, mask, at);
    return op + 1;
}

template<class A, bool Shared, bool Store>
inline Handler memoryHandler(const MemoryOp& memory)
{
    const bool isSigned = memory.value == ValueKind::Signed;
    switch (memory.elementBytes) {
    case 1:
        if (Store || !isSigned)
            return accessPattern<A, uint8_t, uint32_t, Shared, Store>;
        return accessPattern<A, int8_t, int32_t, Shared, Store>;
    case 2:
        if (Store || !isSigned)
            return accessPattern<A, uint16_t, uint32_t, Shared, Store>;
        return accessPattern<A, int16_t, int32_t, Shared, Store>;
    case 4: return accessPattern<A, uint32_t, uint32_t, Shared, Store>;
    case 8: return accessPattern<A, uint64_t, uint64_t, Shared, Store>;
    default: return nullptr;
    }
}

inline Handler selectMemory(const MemoryOp& memory)
{
    const bool global = memory.space == AccessSpace::Global;
    if ((!global && memory.space != AccessSpace::Shared) || memory.kind == AccessKind::Atomic || memory.wideRegister)
        return nullptr;
    const bool store = memory.kind == AccessKind::Store;
    if (memory.address64) {
        if (global)
            return store ? memoryHandler<uint64_t, false, true>(memory) : memoryHandler<uint64_t, false, false>(memory);
        return store ? memoryHandler<uint64_t, true, true>(memory) : memoryHandler<uint64_t, true, false>(memory);
    }
    if (global)
        return nullptr;
    return store ? memoryHandler<uint32_t, true, true>(memory) : memoryHandler<uint32_t, true, false>(memory);
}
