// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/work.h"

#include <array>

namespace warplens::kernels {
namespace {

double matmulFlops(const Size& size) {
    return 2.0 * static_cast<double>(size.m) * static_cast<double>(size.n) * static_cast<double>(size.k);
}

double noFlops(const Size&) {
    return 0.0;
}

double arrayBytes(const Size&, const ParameterValues&) {
    return 0.0;
}

/// A multiplication and an addition for each element.
double squaresFlops(const Size& size) {
    return 2.0 * static_cast<double>(size.m);
}

double squaresBytes(const Size& size, const ParameterValues&) {
    return 4.0 * static_cast<double>(size.m);
}

/// One element read and one written by each thread, of WIDTH bytes where the pattern has that parameter.
double patternBytes(const Size& size, const ParameterValues& parameters) {
    double width = 4.0;
    for (const ParameterValue& parameter : parameters)
        if (parameter.name == "WIDTH")
            width = static_cast<double>(parameter.value);
    return 2.0 * width * static_cast<double>(size.m);
}

constexpr std::array rows{
    Work{"matmul", matmulFlops, arrayBytes},          Work{"copy", noFlops, arrayBytes},
    Work{"transpose", noFlops, arrayBytes},           Work{"sum-of-squares", squaresFlops, squaresBytes},
    Work{"pattern-offset", noFlops, patternBytes},    Work{"pattern-stride", noFlops, patternBytes},
    Work{"pattern-width", noFlops, patternBytes},     Work{"pattern-field", noFlops, patternBytes},
    Work{"pattern-broadcast", noFlops, patternBytes}, Work{"pattern-permutation", noFlops, patternBytes},
    Work{"pattern-gather", noFlops, patternBytes},    Work{"pattern-column", noFlops, patternBytes},
    Work{"pattern-window", noFlops, arrayBytes},      Work{"pattern-expression", noFlops, patternBytes},
};

} // namespace

std::span<const Work> knownWork() {
    return rows;
}

const Work* findWork(std::string_view name) {
    for (const Work& row : rows)
        if (row.name == name)
            return &row;
    return nullptr;
}

} // namespace warplens::kernels
