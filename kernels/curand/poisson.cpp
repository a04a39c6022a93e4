// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/curand/poisson.h"

#include <algorithm>
#include <cmath>

namespace warplens::curand {

Poisson::Poisson(double mean) {
    constexpr double deviations = 12; // beyond that, 53 bits have nothing
    const double reach = deviations * std::sqrt(mean) + 40;
    m_first = static_cast<uint32_t>(std::max(0.0, std::floor(mean - reach)));
    const auto last = static_cast<uint32_t>(std::ceil(mean + reach));
    double sum = 0;
    for (uint32_t k = m_first; k <= last; ++k) {
        sum += std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0));
        m_below.push_back(sum);
    }
}

uint32_t Poisson::operator()(double uniform) const {
    const auto found = std::lower_bound(m_below.begin(), m_below.end() - 1, uniform);
    return m_first + static_cast<uint32_t>(found - m_below.begin());
}

} // namespace warplens::curand
