// SPDX-License-Identifier: GPL-3.0-or-later
// What a stage can compute (`computes` in its file): the name, and how much work it is. The worker has a reference of
// the same name for each (reference.h, exact_reference.h).
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"

#include <span>
#include <string_view>

namespace warplens::kernels {

struct Work {
    std::string_view name;
    double (*flops)(const Size& size); ///< arithmetic operations of the whole problem; 0 where there are none
    /// Bytes that the algorithm has to read and write, whatever the kernel moves: what GB/s are counted from. 0 where
    /// the arrays say it: every input once, every output once.
    double (*bytes)(const Size& size, const ParameterValues& parameters);
};

std::span<const Work> knownWork();

/// The row of that name, or null.
const Work* findWork(std::string_view name);

} // namespace warplens::kernels
