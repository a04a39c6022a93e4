// SPDX-License-Identifier: GPL-3.0-or-later
// Chance that is the same on any machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warplens::lessons {

/// SplitMix64: the standard's distributions differ from library to library.
class Dice {
public:
    explicit Dice(uint64_t seed)
        : m_state(seed) {}

    uint64_t below(uint64_t end) {
        m_state += 0x9e3779b97f4a7c15u;
        uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return (z ^ (z >> 31)) % end;
    }
    template<class T, size_t n>
    T of(const std::array<T, n>& all) {
        return all[below(n)];
    }

private:
    uint64_t m_state;
};

} // namespace warplens::lessons
