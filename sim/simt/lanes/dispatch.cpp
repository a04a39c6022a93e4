// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/lanes/lane_key.h"

#include <cstdlib>
#include <string_view>

namespace warplens::sim::simt {

const Lanes& lanes() {
    static const Lanes& chosen = []() -> const Lanes& {
        const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
        const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
        const char* asked = std::getenv("WARPLENS_LANES");
        const std::string_view wish = asked ? asked : "";
        if (avx512 && wish != "avx2" && wish != "baseline")
            return lanesAvx512;
        if (avx2 && wish != "baseline")
            return lanesAvx2;
        return lanesBaseline;
    }();
    return chosen;
}

} // namespace warplens::sim::simt
