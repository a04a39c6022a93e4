// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/cpu.h"

#include <fstream>

namespace warplens::kernels {

std::string cpuName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return {};
}

} // namespace warplens::kernels
