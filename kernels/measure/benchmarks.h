// SPDX-License-Identifier: GPL-3.0-or-later
// The micro-benchmarks of a calibration: how the kernels of resources/calibrations/benchmarks.cu are launched on a GPU, and what
// comes of their times. No GPU is needed here: it is all arithmetic.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplens::kernels {

/// What the launches depend on.
struct BenchedGpu {
    int multiprocessors = 1;
    std::uint64_t memoryBytes = 0; ///< that the benchmarks may have: see benchMemory
};

/// As much as the largest array of them wants, or a quarter of what the GPU has: a power of two.
std::uint64_t benchMemory(std::uint64_t gpuBytes);

struct Benchmark {
    std::string name;      ///< "ffma_warps"
    nlohmann::json launch; ///< as in protocol.h's `bench`
};

/// In their order, which matters: some leave what the next one reads.
std::vector<Benchmark> benchmarks(const BenchedGpu& gpu);

/// Figures by their names in a calibration, "ffma_warps", in the order of the file.
using Figures = std::vector<std::pair<std::string, double>>;

/// From the worker's answer to `benchmarks`. Throws nlohmann::json's exceptions where it lacks something, and
/// std::invalid_argument where a time is no time.
Figures figuresOf(const BenchedGpu& gpu, const nlohmann::json& answer);

} // namespace warplens::kernels
