// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/deviations.h"

#include <algorithm>

namespace warplens::engine {
namespace {

constexpr const char* predicated =
    "the hardware counts instructions that a warp executes with no lane taking part; PTX has a branch around them";
constexpr const char* copies = "ptxas makes several copies of a loop, and not all merged loads are found";
constexpr const char* async = "the hardware's counters of shared instructions count a cp.async three times as a load";
constexpr Deviation table[] = {
    {"matmul/04-row-in-shared", "shared store requests", predicated},
    {"matmul/04-row-in-shared", "global load requests", predicated},
    {"matmul/04-row-in-shared", "global sectors ideal", predicated},
    {"matmul/04-row-in-shared", "shared wavefronts", copies},
    {"matmul/04-row-in-shared", "shared wavefronts ideal", copies},
    {"matmul/08-tiled-dynamic", "shared store requests", predicated},
    {"matmul/11-outer-product", "shared load requests", copies},
    {"matmul/11-outer-product", "shared wavefronts", copies},
    {"matmul/11-outer-product", "shared wavefronts ideal", copies},
    {"matmul/18-async-copy", "shared load requests", async},
    {"matmul/18-async-copy", "shared store requests", async},
    {"matmul/18-async-copy", "shared wavefronts", async},
    {"matmul/18-async-copy", "global sectors", async},
    {"reduction/06-tree-doubling", "shared load requests", predicated},
    {"reduction/06-tree-doubling", "shared store requests", predicated},
    {"reduction/07-tree-halving", "shared load requests", predicated},
    {"reduction/07-tree-halving", "shared store requests", predicated},
    {"reduction/08-tree-unrolled", "shared load requests", predicated},
    {"reduction/08-tree-unrolled", "shared store requests", predicated},
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
