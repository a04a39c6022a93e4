// SPDX-License-Identifier: GPL-3.0-or-later
// Order statistics of samples.
#pragma once

#include <vector>

namespace warplens::kernels {

/// Quartiles are interpolated linearly between the neighbouring samples (as R's type 7 and NumPy do).
struct Summary {
    double median = 0.0;
    double q1 = 0.0;
    double q3 = 0.0;
    double minimum = 0.0;
    double maximum = 0.0;
};

/// Of at least one sample.
Summary summarise(std::vector<double> samples);

} // namespace warplens::kernels
