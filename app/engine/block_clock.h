// SPDX-License-Identifier: GPL-3.0-or-later
// Where and when each block of a launch runs, told by the GPU itself: instructions are put into a kernel's PTX before its
// first and behind its last, which write down the multiprocessor (%smid) and the GPU's clock (%globaltimer, in ns; PTX ISA
// 9.0, sections 10.9 and 10.25). Of each warp one lane does so, by atomics on three words of the block: its first warp's
// begin, its last warp's end. The kernel takes a few instructions more than without, and is otherwise the same.
#pragma once

#include "app/engine/simulation.h"
#include "kernels/measure/recording.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::engine {

/// The PTX with the clock in that kernel, which has one parameter more: the address of three u64 for each block, all
/// zero before. Throws EngineError where the text has no such kernel.
std::string withBlockClock(const std::string& ptx, const std::string& kernel);

/// The argument of that parameter.
NamedArgument blockClockArgument(const sim::simt::Dim3& grid);

/// What the blocks have written there. Throws EngineError where one has not told its begin and its end.
std::vector<kernels::RecordedBlocks::Block> readBlockClock(std::span<const std::byte> bytes);

struct BlockClockOptions {
    std::string worker; ///< path of warplens-gpu
    int device = 0;
    std::stop_token stop;
};

struct MeasuredBlocks {
    std::string gpu;
    std::vector<kernels::RecordedBlocks::Block> blocks;
};

/// Launches a kernel with the clock in it on a GPU, once, just after its data were copied there. Throws EngineError and
/// kernels::WorkerFailure.
MeasuredBlocks measureBlocks(const KernelImage& image, const LaunchSpec& launch, const BlockClockOptions& options);

} // namespace warplens::engine
