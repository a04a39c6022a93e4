// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/names.h"

#include "app/tongue/say.h"

#include <algorithm>
#include <array>

namespace warplens::app {
namespace {

using tongue::marked;

/// What is translated of it; the rooms below know no languages.
constexpr std::array<std::string_view, 46> names{
    marked("warps"),
    marked("blocks"),
    marked("registers"),
    marked("shared memory"),
    marked("instruction issue"),
    marked("FMA pipe"),
    marked("ALU pipe"),
    marked("FP16 pipe"),
    marked("FP64 pipe"),
    marked("XU pipe"),
    marked("LSU pipe"),
    marked("tensor cores"),
    marked("shared memory wavefronts"),
    marked("L1 tags"),
    marked("L1 wavefronts"),
    marked("L1 data"),
    marked("L2 sectors"),
    marked("DRAM"),
    marked("latency of a single warp"),
    // What limits count, and how fast it goes at most.
    marked("instructions of warps"),
    marked("instructions of warps a clock"),
    marked("multiply-adds"),
    marked("multiply-adds a clock"),
    marked("wavefronts"),
    marked("wavefronts a clock"),
    marked("fours of lines"),
    marked("fours of lines a clock"),
    marked("sectors"),
    marked("sectors a clock"),
    marked("cycles of a warp alone"),
    marked("blocks after one another in each place"),
    marked("block in each place"),
    // What instructions are for.
    marked("tensor products"),
    marked("other arithmetic"),
    marked("global memory"),
    marked("local memory"),
    marked("exchange"),
    marked("integers, addresses"),
    marked("control"),
    // Where bytes pass.
    marked("asked by lanes"),
    marked("sectors of L1"),
    marked("between L1 and L2"),
    // Where a figure is from.
    marked("modelled"),
    marked("estimated"),
    marked("recorded"),
    marked("quoted"),
};

} // namespace

std::string nameInTongue(std::string_view english) {
    const bool known = std::find(names.begin(), names.end(), english) != names.end();
    return known ? tongue::translated(english) : std::string(english);
}

} // namespace warplens::app
