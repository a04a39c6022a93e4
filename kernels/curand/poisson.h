// SPDX-License-Identifier: GPL-3.0-or-later
// Poisson's distribution, by the share of all numbers that lies below each.
#pragma once

#include <cstdint>
#include <vector>

namespace warplens::curand {

class Poisson {
public:
    explicit Poisson(double mean);
    uint32_t operator()(double uniform) const;

private:
    uint32_t m_first = 0;        ///< what comes before it is too rare
    std::vector<double> m_below; ///< the share of m_first and the others up to each
};

} // namespace warplens::curand
