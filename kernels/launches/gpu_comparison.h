// SPDX-License-Identifier: GPL-3.0-or-later
// What came of a launch that a GPU ran, too, from the same memory: whether both have left the same bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warplens::launches {

struct GpuComparison {
    static constexpr uint64_t windowBytes = 16;
    /// An array whose bytes differ.
    struct Array {
        std::string name; ///< "argument 0" where the source was not there to tell more, "memory 3", or a variable's
        uint64_t bytes = 0, different = 0;
        uint64_t first = 0; ///< byte of the array that differs first
        /// What both have there: from the last multiple of windowBytes on; zeros past the array's end.
        std::array<std::byte, windowBytes> emulated{}, measured{};
        int argument = -1; ///< which of the launch's arguments points there; -1: none
    };

    bool ran = false;        ///< on the GPU; it has the last word on what the program sees
    bool emulated = false;   ///< the emulator ran it, too
    std::string notCompared; ///< why the two were not compared; empty: they were
    std::string error;       ///< that the GPU has told; empty: none
    double seconds = 0;      ///< measured on the GPU, of this one launch
    uint64_t bytes = 0;      ///< that were compared
    std::vector<Array> arrays;

    uint64_t different() const;
    bool compared() const { return notCompared.empty(); }
};

/// "= GPU", "differs: 12 of 4096 bytes", "not compared: why".
std::string verdictOf(const GpuComparison& comparison);

/// "argument 1: 12 of 4096 bytes differ, the first in element 3: 1.5 emulated, 1.25 on the GPU". What an argument's
/// elements are is known from the kernel's name: "scale(float*, int)".
std::string differenceText(const GpuComparison::Array& array, const std::string& kernel);

nlohmann::ordered_json comparisonJson(const GpuComparison& comparison);
/// Throws nlohmann::json::exception where the document is none.
GpuComparison comparisonOf(const nlohmann::ordered_json& json);

} // namespace warplens::launches
