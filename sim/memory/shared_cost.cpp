// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/shared_cost.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::memory {
namespace {

/// What is delivered together: words with the same key need the bank only once.
struct Place {
    unsigned bank;
    uint64_t key;
};

Place placeOf(uint64_t word, SharedRule rule) {
    switch (rule) {
    case SharedRule::WideBanks:
        return {static_cast<unsigned>(word / 2 % banks), word / 2};
    case SharedRule::PairedBanks:
        return {static_cast<unsigned>(word % banks), word / (2 * banks)};
    case SharedRule::HalfWarpBroadcast:
        return {static_cast<unsigned>(word % 16), word};
    default:
        return {static_cast<unsigned>(word % banks), word};
    }
}

/// The distinct words of a phase, sorted into banks.
struct Phase {
    std::array<std::array<uint64_t, 2 * lanesPerWarp>, banks> keys;
    std::array<uint8_t, banks> count{};

    /// The position of the word in its bank: the wavefront that delivers it, counted from the phase's first.
    unsigned add(const Place& place, bool alone) {
        auto& column = keys[place.bank];
        for (unsigned i = 0; i < count[place.bank] && !alone; ++i)
            if (column[i] == place.key)
                return i;
        column[count[place.bank]] = place.key;
        return count[place.bank]++;
    }
    unsigned wavefronts() const { return *std::max_element(count.begin(), count.end()); }
};

struct Phases {
    std::array<uint32_t, 4> lanes{}; ///< of each phase
    unsigned count = 0;
    void add(uint32_t mask) { lanes[count++] = mask; }
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

unsigned wavefrontsOf(const Access& access, uint32_t lanes, SharedRule rule) {
    Phase phase;
    forEachWord(access, lanes,
                [&](unsigned, unsigned, uint64_t word) { phase.add(placeOf(word, rule), access.exclusive); });
    return phase.wavefronts();
}

enum class Missing { Passes, Fails }; ///< what a lane means whose partner is inactive

/// Whether the partner n ^ distance of every active lane n of the group asks for the same address.
bool pairedUp(const Access& access, uint32_t group, unsigned distance, Missing missing) {
    for (uint32_t rest = access.mask & group; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned partner = lane ^ distance;
        if (!(access.mask >> partner & 1)) {
            if (missing == Missing::Fails)
                return false;
        } else if (access.address[partner] != access.address[lane]) {
            return false;
        }
    }
    return true;
}

bool pairedUp(const Access& access, uint32_t group, Missing missing) {
    return pairedUp(access, group, 1, missing) || pairedUp(access, group, 2, missing);
}

bool uniform(const Access& access) {
    const uint64_t first = access.address[std::countr_zero(access.mask)];
    for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1)
        if (access.address[std::countr_zero(rest)] != first)
            return false;
    return true;
}

constexpr uint32_t lowHalf = 0xffff, highHalf = 0xffff0000u;
constexpr uint32_t lastLane = 1u << 31;

/// Whether loads serve the two parts of this group in one phase, provided that the phase takes a single wavefront.
///   8 bytes: the group is the warp. Lanes are paired with their neighbours (or the next but one), where inactive
///     partners do not count.
///   16 bytes: the groups are the half-warps. The upper one merges as above. The lower one always merges where the last
///     lane of the warp is inactive; where it is active, every active lane needs a partner that is active.
bool mayMerge(const Access& access, uint32_t group) {
    if (group == lowHalf)
        return !(access.mask & lastLane) || pairedUp(access, group, Missing::Fails);
    return pairedUp(access, group, Missing::Passes);
}

Phases presentPhases(const Access& access) {
    Phases phases;
    const bool load = !access.store && !access.exclusive;
    if (access.bytes <= 4 || access.mask == 0) {
        phases.add(allLanes);
        return phases;
    }
    // One address for all lanes: a wavefront serves 16 of them (256 bytes of registers), wherever they are.
    if (load && access.bytes == 16 && uniform(access)) {
        if (std::popcount(access.mask) <= 16) {
            phases.add(allLanes);
        } else {
            phases.add(lowHalf);
            phases.add(highHalf);
        }
        return phases;
    }
    const auto group = [&](uint32_t whole, uint32_t first, uint32_t second) {
        if (load && mayMerge(access, whole) && wavefrontsOf(access, whole, SharedRule::Phases) <= 1) {
            phases.add(whole);
        } else {
            phases.add(first);
            phases.add(second);
        }
    };
    if (access.bytes == 8) {
        group(allLanes, lowHalf, highHalf);
    } else {
        group(lowHalf, 0xff, 0xff00);
        group(highHalf, 0xff0000, 0xff000000u);
    }
    return phases;
}

Phases phasesOf(const Access& access, SharedRule rule) {
    if (rule == SharedRule::Phases)
        return presentPhases(access);
    Phases phases;
    const bool kepler = rule == SharedRule::WideBanks || rule == SharedRule::PairedBanks;
    if (access.bytes <= 4 || (kepler && access.bytes == 8)) {
        phases.add(allLanes);
    } else if (kepler || access.bytes == 8) {
        phases.add(lowHalf);
        phases.add(highHalf);
    } else {
        for (const uint32_t quarter : {0xffu, 0xff00u, 0xff0000u, 0xff000000u})
            phases.add(quarter);
    }
    return phases;
}

/// The steps of 1.x for one half-warp and one word of each lane's element. Calls visit(lane, step, shared).
template<class Visit>
unsigned halfWarpSteps(const Access& access, uint32_t half, unsigned part, Visit visit) {
    uint32_t waiting = access.mask & half;
    const auto wordOf = [&](unsigned lane) { return access.address[lane] / wordBytes + part; };
    unsigned step = 0;
    for (; waiting != 0; ++step) {
        // The word that is broadcast: of the bank for which most lanes wait, the one that most lanes want.
        std::array<unsigned, 16> inBank{};
        for (uint32_t rest = waiting; rest != 0; rest &= rest - 1)
            ++inBank[wordOf(static_cast<unsigned>(std::countr_zero(rest))) % 16];
        unsigned best = 0;
        uint64_t broadcast = 0;
        for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
            const uint64_t word = wordOf(static_cast<unsigned>(std::countr_zero(rest)));
            unsigned lanes = 0;
            for (uint32_t other = waiting; other != 0; other &= other - 1)
                lanes += wordOf(static_cast<unsigned>(std::countr_zero(other))) == word;
            const unsigned rank = inBank[word % 16] * 64 + (access.exclusive ? 1 : lanes);
            if (rank > best) {
                best = rank;
                broadcast = word;
            }
        }
        uint32_t busy = 0; // banks
        bool sent = false;
        for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
            const uint64_t word = wordOf(lane);
            const bool shares = word == broadcast && sent && !access.exclusive;
            if (!shares && ((busy >> word % 16 & 1) || (word != broadcast && word % 16 == broadcast % 16)))
                continue;
            busy |= 1u << word % 16;
            sent |= word == broadcast;
            waiting &= ~(1u << lane);
            visit(lane, step, shares);
        }
    }
    return step;
}

/// Calls visit(BankWord) for each word; returns the number of wavefronts.
template<class Visit>
unsigned schedule(const Access& access, SharedRule rule, Visit visit) {
    unsigned before = 0;
    if (rule == SharedRule::HalfWarpBroadcast) {
        for (const uint32_t half : {lowHalf, highHalf})
            for (unsigned part = 0; part < wordsPerElement(access); ++part)
                before +=
                    access.passes * halfWarpSteps(access, half, part, [&](unsigned lane, unsigned step, bool shares) {
                        const uint64_t word = access.address[lane] / wordBytes + part;
                        visit(BankWord{static_cast<uint8_t>(lane), static_cast<uint8_t>(part),
                                       static_cast<uint8_t>(word % 16),
                                       static_cast<uint16_t>(before + access.passes * step), word, shares});
                    });
        return before;
    }
    const Phases phases = phasesOf(access, rule);
    const bool oneMore = rule == SharedRule::Multicast && access.bytes == 16;
    for (unsigned i = 0; i < phases.count; ++i) {
        Phase phase;
        forEachWord(access, phases.lanes[i], [&](unsigned lane, unsigned part, uint64_t word) {
            const Place place = placeOf(word, rule);
            const unsigned known = phase.count[place.bank];
            const unsigned position = phase.add(place, access.exclusive);
            visit(BankWord{static_cast<uint8_t>(lane), static_cast<uint8_t>(part), static_cast<uint8_t>(place.bank),
                           static_cast<uint16_t>(before + access.passes * position), word, position < known});
        });
        const unsigned wavefronts = phase.wavefronts();
        before += access.passes * wavefronts + (oneMore && wavefronts != 0);
    }
    return before;
}

/// What a wavefront delivers at most.
unsigned wavefrontBytes(SharedRule rule) {
    switch (rule) {
    case SharedRule::HalfWarpBroadcast:
        return 64;
    case SharedRule::WideBanks:
    case SharedRule::PairedBanks:
        return 256;
    default:
        return banks * wordBytes;
    }
}

} // namespace

SharedCost sharedCost(const Access& access, SharedRule rule) {
    const unsigned wavefronts = schedule(access, rule, [](const BankWord&) {});
    const unsigned asked = static_cast<unsigned>(std::popcount(access.mask)) * access.bytes;
    const unsigned full = (asked + wavefrontBytes(rule) - 1) / wavefrontBytes(rule);
    return {wavefronts, std::min(wavefronts, access.passes * full)};
}

SharedCost copyCost(const Access& to, const Access& from) {
    SharedCost cost = sharedCost(to);
    if (cost.wavefronts == 0)
        return cost;
    cost.wavefronts = 0;
    const Phases phases = presentPhases(to);
    for (unsigned p = 0; p < phases.count; ++p) {
        std::array<unsigned, banks> there{}, here{};
        std::array<std::array<unsigned, banks>, banks> both{};
        const auto forEach = [&](auto visit) {
            forEachWord(to, phases.lanes[p], [&](unsigned lane, unsigned part, uint64_t word) {
                const bool reads = from.mask >> lane & 1;
                visit(word % banks, reads, (from.address[lane] / wordBytes + part) % banks);
            });
        };
        forEach([&](uint64_t goes, bool reads, uint64_t comes) {
            ++there[goes];
            here[comes] += reads;
            both[comes][goes] += reads;
        });
        unsigned most = 0;
        forEach([&](uint64_t goes, bool reads, uint64_t comes) {
            most = std::max(most, there[goes] + (reads ? here[comes] - both[comes][goes] : 0));
        });
        cost.wavefronts += most;
    }
    cost.wavefrontsIdeal = std::min(cost.wavefrontsIdeal, cost.wavefronts);
    return cost;
}

std::vector<BankWord> bankWords(const Access& access, SharedRule rule) {
    std::vector<BankWord> result;
    result.reserve(lanesPerWarp * wordsPerElement(access));
    schedule(access, rule, [&](const BankWord& word) { result.push_back(word); });
    return result;
}

} // namespace warplens::sim::memory
