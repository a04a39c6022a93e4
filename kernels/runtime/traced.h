// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a debugger follows the program: signals that the runtime uses would come to it first, and stop the program.
#pragma once

namespace warplens::runtime {

/// It may begin, and end, at any time.
bool isTraced();

} // namespace warplens::runtime
