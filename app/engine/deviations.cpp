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
constexpr Deviation deviationTable[] = {
    {"matmul/04-shared-row", Metric::SharedStores, unrolled},
    {"matmul/04-shared-row", Metric::SharedWavefronts, unrolled},
    {"matmul/04-shared-row", Metric::SharedWavefrontsIdeal, unrolled},
    {"matmul/04-shared-row", Metric::GlobalLoads, unrolled},
    {"matmul/04-shared-row", Metric::GlobalSectorsIdeal, unrolled},
    {"matmul/12-outer-product", Metric::SharedStores, predicated},
    {"matmul/13-outer-product-transposed", Metric::SharedStores, predicated},
    {"matmul/19-async-copy", Metric::SharedLoads, empty},
    {"matmul/19-async-copy", Metric::SharedWavefronts, unknown},
    {"matmul/19-async-copy", Metric::SharedWavefrontsIdeal, unknown},
    {"matmul/20-summit", Metric::SharedLoads, empty},
};

} // namespace

std::span<const Deviation> deviations() {
    return deviationTable;
}

const Deviation* deviationOf(std::string_view stage, Metric counter) {
    const auto found = std::find_if(std::begin(deviationTable), std::end(deviationTable), [&](const Deviation& each) {
        return stage == each.stage && counter == each.counter;
    });
    return found == std::end(deviationTable) ? nullptr : found;
}

} // namespace warplens::engine
