// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/shared_cost.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::memory {
namespace {

/// The distinct words of a phase, sorted into banks.
struct Phase {
    std::array<std::array<uint64_t, lanesPerWarp>, banks> words;
    std::array<uint8_t, banks> count{};

    /// The position of the word in its bank: the wavefront that delivers it, counted from the phase's first.
    unsigned add(uint64_t word) {
        const unsigned bank = word % banks;
        auto& column = words[bank];
        for (unsigned i = 0; i < count[bank]; ++i)
            if (column[i] == word)
                return i;
        column[count[bank]] = word;
        return count[bank]++;
    }
    unsigned wavefronts() const { return *std::max_element(count.begin(), count.end()); }
};

struct Phases {
    std::array<uint32_t, 4> lanes{}; ///< of each phase
    unsigned count = 0;
};

unsigned wordsPerElement(const Access& access) {
    return std::max(1u, access.bytes / wordBytes);
}

template<class Visit>
void forEachWord(const Access& access, uint32_t lanes, Visit visit) {
    const unsigned parts = wordsPerElement(access);
    for (uint32_t rest = access.mask & lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
        for (unsigned part = 0; part < parts; ++part)
            visit(lane, part, access.address[lane] / wordBytes + part);
    }
}

unsigned wavefrontsOf(const Access& access, uint32_t lanes) {
    Phase phase;
    forEachWord(access, lanes, [&](unsigned, unsigned, uint64_t word) { phase.add(word); });
    return phase.wavefronts();
}

/// Whether every active lane n of the group has a partner n ^ distance that asks for the same address or is inactive.
bool pairedUp(const Access& access, uint32_t group, unsigned distance) {
    for (uint32_t rest = access.mask & group; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned partner = lane ^ distance;
        if ((access.mask >> partner & 1) && access.address[partner] != access.address[lane])
            return false;
    }
    return true;
}

// Loads of 8 bytes may serve both half-warps in one phase, loads of 16 bytes two neighbouring quarters: where lanes
// pair up, and the merged phase then takes a single wavefront.
bool mergeable(const Access& access, uint32_t group) {
    return (pairedUp(access, group, 1) || pairedUp(access, group, 2)) && wavefrontsOf(access, group) <= 1;
}

Phases phasesOf(const Access& access) {
    Phases phases;
    if (access.bytes <= 4) {
        phases.lanes[phases.count++] = allLanes;
        return phases;
    }
    const unsigned group = access.bytes == 8 ? 32 : 16; // lanes that may merge
    for (unsigned first = 0; first < lanesPerWarp; first += group) {
        const uint32_t whole = group == 32 ? allLanes : 0xffffu << first;
        if (!access.store && mergeable(access, whole)) {
            phases.lanes[phases.count++] = whole;
            continue;
        }
        const uint32_t half = group == 32 ? 0xffffu : 0xffu;
        phases.lanes[phases.count++] = half << first;
        phases.lanes[phases.count++] = half << (first + group / 2);
    }
    return phases;
}

} // namespace

SharedCost sharedCost(const Access& access) {
    const Phases phases = phasesOf(access);
    unsigned wavefronts = 0;
    for (unsigned i = 0; i < phases.count; ++i)
        wavefronts += wavefrontsOf(access, phases.lanes[i]);
    const unsigned asked = static_cast<unsigned>(std::popcount(access.mask)) * access.bytes;
    constexpr unsigned wavefrontBytes = banks * wordBytes;
    return {wavefronts, std::min(wavefronts, (asked + wavefrontBytes - 1) / wavefrontBytes)};
}

std::vector<BankWord> bankWords(const Access& access) {
    std::vector<BankWord> result;
    result.reserve(lanesPerWarp * wordsPerElement(access));
    const Phases phases = phasesOf(access);
    unsigned before = 0;
    for (unsigned i = 0; i < phases.count; ++i) {
        Phase phase;
        forEachWord(access, phases.lanes[i], [&](unsigned lane, unsigned part, uint64_t word) {
            const unsigned known = phase.count[word % banks];
            const unsigned position = phase.add(word);
            result.push_back({static_cast<uint8_t>(lane), static_cast<uint8_t>(part),
                              static_cast<uint8_t>(word % banks), static_cast<uint16_t>(before + position), word,
                              position < known});
        });
        before += phase.wavefronts();
    }
    return result;
}

} // namespace warplens::sim::memory
