// SPDX-License-Identifier: GPL-3.0-or-later
// Loops over the 32 lanes of registers. They are written so that the compiler turns them into a few vector
// instructions; inactive lanes keep what they hold.

constexpr int laneCount = 32;
constexpr uint32_t allActive = 0xffffffffu;

// Registers narrower than 32 bits lie in 32-bit lanes.
template<class T>
constexpr int step = sizeof(T) < 4 ? 4 / sizeof(T) : 1;

template<class T>
inline T* slot(Machine& m, uint32_t offset)
{
    return reinterpret_cast<T*>(m.registers + offset);
}

inline uint32_t& predicate(Machine& m, uint32_t offset) { return *reinterpret_cast<uint32_t*>(m.registers + offset); }

inline uint32_t activeLanes(Machine& m, const Op* op) { return m.active & (predicate(m, op->guard) ^ op->guardFlip); }

inline bool isActive(uint32_t mask, int lane) { return mask >> lane & 1; }

template<class D, class A, class F>
inline const Op* map1(Machine& m, const Op* op, F f)
{
    D* d = slot<D>(m, op->d);
    const A* a = slot<A>(m, op->a);
    const uint32_t mask = activeLanes(m, op);
    if (mask == allActive) [[likely]] {
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l)
            d[l * step<D>] = f(a[l * step<A>]);
    } else {
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l) {
            const D result = f(a[l * step<A>]);
            d[l * step<D>] = isActive(mask, l) ? result : d[l * step<D>];
        }
    }
    return op + 1;
}

template<class D, class A, class B, class F>
inline const Op* map2(Machine& m, const Op* op, F f)
{
    D* d = slot<D>(m, op->d);
    const A* a = slot<A>(m, op->a);
    const B* b = slot<B>(m, op->b);
    const uint32_t mask = activeLanes(m, op);
    if (mask == allActive) [[likely]] {
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l)
            d[l * step<D>] = f(a[l * step<A>], b[l * step<B>]);
    } else {
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l) {
            const D result = f(a[l * step<A>], b[l * step<B>]);
            d[l * step<D>] = isActive(mask, l) ? result : d[l * step<D>];
        }
    }
    return op + 1;
}

template<class D, class A, class B, class C, class F>
inline const Op* map3(Machine& m, const Op* op, F f)
{
    D* d = slot<D>(m, op->d);
    const A* a = slot<A>(m, op->a);
    const B* b = slot<B>(m, op->b);
    const C* c = slot<C>(m, op->c);
    const uint32_t mask = activeLanes(m, op);
    if (mask == allActive) [[likely]] {
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l)
            d[l * step<D>] = f(a[l * step<A>], b[l * step<B>], c[l * step<C>]);
    } else {
#pragma GCC ivdep
        for (int l = 0; l < laneCount; ++l) {
            const D result = f(a[l * step<A>], b[l * step<B>], c[l * step<C>]);
            d[l * step<D>] = isActive(mask, l) ? result : d[l * step<D>];
        }
    }
    return op + 1;
}

/// A bit for each lane.
template<class A, class B, class F>
inline uint32_t bits2(Machine& m, const Op* op, F f)
{
    const A* a = slot<A>(m, op->a);
    const B* b = slot<B>(m, op->b);
    uint32_t bits = 0;
    for (int l = 0; l < laneCount; ++l)
        bits |= static_cast<uint32_t>(f(a[l * step<A>], b[l * step<B>])) << l;
    return bits;
}

inline void writePredicate(Machine& m, uint32_t offset, uint32_t mask, uint32_t bits)
{
    uint32_t& p = predicate(m, offset);
    p = (p & ~mask) | (bits & mask);
}
