// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/slower.h"

namespace warplens::kernels {

constexpr double noise = 0.02;

bool isSlower(const RecordedResult& now, const RecordedResult& before) {
    return *now.median > (1 + noise) * *before.median &&
           now.q1.value_or(*now.median) > before.q3.value_or(*before.median);
}

} // namespace warplens::kernels
