// SPDX-License-Identifier: GPL-3.0-or-later
// What a stage can compute (`computes` in its file): the name, and how much arithmetic it takes. The worker has a
// double-precision reference of the same name for each.
#pragma once

#include "kernels/catalogue/size.h"

#include <span>
#include <string_view>

namespace warplens::kernels {

struct Work {
    std::string_view name;
    double (*flops)(const Size& size); ///< floating-point operations of the whole problem
};

std::span<const Work> knownWork();

/// The row of that name, or null.
const Work* findWork(std::string_view name);

} // namespace warplens::kernels
