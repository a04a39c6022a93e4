// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel has asked for that is done by others: kernels that it launches, and copies between them ("CUDA Dynamic
// Parallelism" in the CUDA C++ Programming Guide). It is begun when the kernel that asked for it has ended, which CUDA
// allows: only with it is that kernel over, and it cannot wait for it.
#pragma once

#include "sim/simt/dim3.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warplens::sim::simt {

struct ChildWork {
    enum class Kind : uint8_t { Kernel, Copy, Fill };
    Kind kind = Kind::Kernel;
    bool last = false; ///< behind all others of the same kernel (cudaStreamTailLaunch)

    std::string kernel; ///< as PTX names it
    Dim3 grid, block;
    uint32_t dynamicShared = 0;
    std::vector<std::byte> params;

    uint64_t to = 0, from = 0, bytes = 0; ///< of a copy; of a fill without `from`
    uint8_t value = 0;                    ///< of a fill
};

} // namespace warplens::sim::simt
