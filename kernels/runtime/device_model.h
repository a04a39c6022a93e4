// SPDX-License-Identifier: GPL-3.0-or-later
// Which device is emulated: the typical card of a compute capability.
#pragma once

#include "sim/memory/architecture.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens::runtime {

struct DeviceModel {
    std::string_view capability, name;
    uint32_t memoryMiB = 0;
    uint32_t clock = 0, memoryClock = 0; ///< kHz
    uint32_t bus = 0;                    ///< bits
    uint32_t singleToDouble = 0;         ///< how many times as fast arithmetic of single precision is
    uint32_t persistingMiB = 0;          ///< of L2 that can be set aside
    std::string_view source;

    /// Bytes a second that memory delivers at most: two words for each of its clocks.
    double bandwidth() const { return 2.0 * memoryClock * 1000.0 * bus / 8; }
};

struct EmulatedCard {
    const DeviceModel* model = nullptr;
    const sim::memory::Architecture* architecture = nullptr;
};

/// The card of that capability; nullptr inside: there is none to emulate.
EmulatedCard cardOf(std::string_view capability);
/// The capabilities that there are cards of, separated by commas.
std::string cardNames();

} // namespace warplens::runtime
