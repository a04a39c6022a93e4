// SPDX-License-Identifier: GPL-3.0-or-later
// The registers of one warp, as far as its way depends on them. What cannot be known (what memory holds, approximate
// functions) is marked, and so is everything that is computed from it.
#pragma once

#include "sim/machine/registers.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warplens::sim::machine {

constexpr unsigned lanes = 32;
constexpr uint32_t allLanes = 0xffffffff;

struct LaneValues {
    std::array<uint32_t, lanes> values{};
    uint32_t unknown = 0; ///< lanes whose value is not known
    bool same = true;     ///< it is one and the same in all lanes, and known
};

/// A bit for each lane.
struct LaneBits {
    uint32_t bits = 0, unknown = 0;
};

struct WarpState {
    std::vector<LaneValues> registers = std::vector<LaneValues>(256);
    std::array<uint32_t, 256> uniform{};
    std::array<bool, 256> uniformUnknown{};
    std::array<LaneBits, 8> predicates{};
    std::array<bool, 8> uniformPredicates{}, uniformPredicateUnknown{};
    /// By convergence barrier and lane: which lanes it is to meet there.
    std::array<std::array<uint32_t, lanes>, 64> convergence{};

    WarpState() { predicates[7].bits = allLanes, uniformPredicates[7] = true; }

    void set(unsigned number, uint32_t mask, const LaneValues& from) {
        LaneValues& to = registers[number];
        if (mask == allLanes) {
            to = from;
            return;
        }
        for (unsigned lane = 0; lane < lanes; ++lane)
            if (mask >> lane & 1)
                to.values[lane] = from.values[lane];
        to.unknown = (to.unknown & ~mask) | (from.unknown & mask);
        to.same = false;
    }
    void setUnknown(unsigned number, uint32_t mask) {
        registers[number].unknown |= mask;
        registers[number].same = false;
    }
    void set(LaneBits& to, uint32_t mask, uint32_t bits, uint32_t unknown) {
        to.bits = (to.bits & ~mask) | (bits & mask);
        to.unknown = (to.unknown & ~mask) | (unknown & mask);
    }
    void setUniform(const sass::Operand& operand, uint32_t value, bool isUnknown) {
        if (operand.number == sass::Operand::zero)
            return;
        uniform[operand.number] = value;
        uniformUnknown[operand.number] = isUnknown;
    }
    /// What is written there is not known any more.
    void forget(const RegisterSet& written, uint32_t mask);

    // Sources in one lane; false: not known.
    bool read(const sass::Operand& operand, unsigned lane, uint64_t& value) const;
    bool read(const sass::Operand& operand, unsigned lane, bool& value) const;

    LaneValues lanesOf(const sass::Operand& operand) const;
    LaneBits bitsOf(const sass::Operand& operand) const; ///< negated, where the operand is
};

} // namespace warplens::sim::machine
