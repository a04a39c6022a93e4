// SPDX-License-Identifier: GPL-3.0-or-later
// How the innermost loop of a product on the CPU walks through A, B and C, and through which lines of its cache: worked out
// by going through the loop, element by element. No Qt.
//
// Terms
//   walk   what the innermost loop touches from its first to its last iteration, the two outer ones standing still
//   line   64 bytes that the cache fetches at once: 16 elements of a row
#pragma once

#include "app/model/moment.h"
#include "kernels/catalogue/stage.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplens::app {

struct LoopWalk {
    static constexpr int64_t edge = 32;         ///< of the matrices that are drawn
    static constexpr int64_t lineElements = 16; ///< of 4 bytes each

    struct Array {
        std::string name;                                 ///< "A", "B transposed"
        std::vector<std::pair<int64_t, int64_t>> touched; ///< row and column, in the order of the loop
        int64_t lines = 0;                                ///< that differ
        bool isTouched(int64_t row, int64_t column) const;
        bool isFetched(int64_t row, int64_t line) const; ///< `line` counts from the row's beginning
    };
    std::string order;           ///< "ikj", from the outside in
    std::array<Array, 3> arrays; ///< A, B, C
    int64_t lines = 0;           ///< of all three

    double linesPerProduct() const { return static_cast<double>(lines) / edge; }
    Sentence sentence() const;
    /// "along a row: 2 lines, for 32 products"; what follows the comma stands in the sentence, too
    std::string how(size_t array) const;
};

/// Nothing for a stage that is no such loop.
std::optional<LoopWalk> loopWalk(const kernels::Stage& stage, const kernels::ParameterValues& parameters);

} // namespace warplens::app
