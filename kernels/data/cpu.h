// SPDX-License-Identifier: GPL-3.0-or-later
// What the CPU of this machine is called.
#pragma once

#include <string>

namespace warplens::kernels {

/// "Intel(R) Xeon(R) ...", or an empty text where the system does not tell.
std::string cpuName();

} // namespace warplens::kernels
