// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/traced.h"

#include <fstream>
#include <string>

namespace warplens::runtime {

bool isTraced() {
    std::ifstream status("/proc/self/status");
    constexpr const char* key = "TracerPid:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key))
            return line.find_first_of("123456789") != std::string::npos;
    return false;
}

} // namespace warplens::runtime
