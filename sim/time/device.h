// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU can do at most: published figures, from devices.def (whole GPUs) and multiprocessors.def (a multiprocessor of a
// compute capability).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warplens::sim::time {

/// In lanes and clock, of one multiprocessor; a warp's instruction needs 32.
struct MultiprocessorRates {
    unsigned capability = 0; ///< times ten
    unsigned fma = 0, imad = 0, alu = 0, half = 0, fp64 = 0, xu = 0;

    static constexpr unsigned lsu = 32;
    static constexpr unsigned issue = 4; ///< instructions of warps
};

struct Device {
    std::string_view name;
    std::string_view capability;
    unsigned multiprocessors = 0;
    double clockMhz = 0; ///< the highest
    double dramGbps = 0; ///< 10^9 bytes a second
    double l2Bytes = 0;  ///< a clock, all multiprocessors together; 0: unknown
    std::string_view source;
};

std::span<const Device> devices();
/// By the name or a part of it, in any case: "h200"; null: none, or several.
const Device* findDevice(std::string_view name);
/// The first of that compute capability; null: none.
const Device* typicalDevice(std::string_view capability);
/// "NVIDIA H200, NVIDIA A100-SXM4-80GB, …"
std::string deviceNames();
/// "7.5, 8.0, 8.6": those of which one is known, each once, ascending.
std::string deviceCapabilities();

/// Null: not known.
const MultiprocessorRates* ratesOf(std::string_view capability);

} // namespace warplens::sim::time
