// SPDX-License-Identifier: GPL-3.0-or-later
// Textures and surfaces (PTX ISA 9.0, 9.7.10 and 9.7.11): each lane looks up a place of its own.
#pragma once

#include "sim/simt/machine.h"

#include <array>
#include <cstdint>

namespace warplens::sim::simt {

struct TextureOp {
    enum class Kind : uint8_t { Fetch, Gather, Load, Store };
    enum class Outside : uint8_t { Trap, Clamp, Zero };
    Kind kind = Kind::Fetch;
    Outside outside = Outside::Trap; ///< of a surface
    uint8_t dimensions = 1;          ///< without the layer
    bool layered = false;            ///< the layer is the first coordinate
    bool cube = false;               ///< a direction of three coordinates, which leads to a face and a place on it
    bool wholePlaces = false;        ///< integers, not floats
    uint8_t channel = 0;             ///< of a gather
    bool asFloats = true;            ///< what is fetched
    uint8_t count = 4;               ///< registers
    uint8_t elementBytes = 4;        ///< of each
    uint32_t handle = 0;             ///< slots
    std::array<uint32_t, 4> places{}, registers{};

    template<class Settle>
    void settle(const Settle& each) {
        each(handle);
        for (uint32_t& slot : places)
            each(slot);
        for (uint32_t& slot : registers)
            each(slot);
    }
};

/// Handlers: Op::table is the index into Program::textureOps.
const Op* runTexture(Machine& m, const Op* op);
const Op* runSurface(Machine& m, const Op* op);

} // namespace warplens::sim::simt
