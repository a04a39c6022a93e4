// SPDX-License-Identifier: GPL-3.0-or-later
// How far a measurement is, on standard error.
#pragma once

#include "kernels/measure/measurement.h"

#include <string>
#include <vector>

namespace warplens::cli {

/// A line whenever something else begins, with the target's label before it; on a terminal one line for each target,
/// which changes.
class ProgressPrinter {
public:
    /// One label for each target; empty ones are not written.
    explicit ProgressPrinter(std::vector<std::string> labels);

    void show(std::size_t target, const kernels::MeasureProgress& progress);

    /// Takes the lines away from the terminal.
    void end();

private:
    void draw();

    bool m_isTerminal;
    std::vector<std::string> m_labels;
    std::vector<std::string> m_lines; ///< one for each target: what was shown last
    bool m_drawn = false;
};

} // namespace warplens::cli
