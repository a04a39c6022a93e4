// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/deviations.h"

#include <algorithm>

namespace warplens::engine {
namespace {

constexpr const char* unrolled =
    "ptxas unrolls the loop that fills shared memory once more, and lanes with different numbers of rounds go through "
    "different copies of it: requests that are one in the PTX are two in the machine code";
constexpr const char* empty =
    "ptxas puts loads that never ask for anything before a cp.async, and executes them on ways that no lane takes, too";
constexpr const char* predicated = "ptxas unrolls the loop that fills shared memory and ends it with stores under a "
                                   "predicate: warps that have no rows "
                                   "left execute them with no lane, and Nsight Compute counts them as instructions";
constexpr const char* unknown = "the reason is not known";
constexpr Deviation table[] = {
    {"matmul/04-shared-row", "shared store instructions", unrolled},
    {"matmul/04-shared-row", "shared wavefronts", unrolled},
    {"matmul/04-shared-row", "shared wavefronts ideal", unrolled},
    {"matmul/04-shared-row", "global load requests", unrolled},
    {"matmul/04-shared-row", "global sectors ideal", unrolled},
    {"matmul/12-outer-product", "shared store instructions", predicated},
    {"matmul/13-outer-product-transposed", "shared store instructions", predicated},
    {"matmul/19-async-copy", "shared load instructions", empty},
    {"matmul/19-async-copy", "shared wavefronts", unknown},
    {"matmul/19-async-copy", "shared wavefronts ideal", unknown},
};

} // namespace

std::span<const Deviation> deviations() {
    return table;
}

const Deviation* deviationOf(std::string_view stage, std::string_view counter) {
    const auto found = std::find_if(std::begin(table), std::end(table), [&](const Deviation& each) {
        return stage == each.stage && counter == each.counter;
    });
    return found == std::end(table) ? nullptr : found;
}

} // namespace warplens::engine
