// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reference/statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace warplens::kernels {

Summary summarise(std::vector<double> samples) {
    if (samples.empty())
        throw std::invalid_argument("no samples to summarise");
    std::sort(samples.begin(), samples.end());
    const auto quantile = [&](double fraction) {
        const double position = fraction * static_cast<double>(samples.size() - 1);
        const auto below = static_cast<std::size_t>(position);
        const std::size_t above = std::min(below + 1, samples.size() - 1);
        return std::lerp(samples[below], samples[above], position - static_cast<double>(below));
    };
    return {quantile(0.5), quantile(0.25), quantile(0.75), samples.front(), samples.back()};
}

} // namespace warplens::kernels
