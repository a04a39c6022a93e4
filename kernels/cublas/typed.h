// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers whose type a program says while it runs: those of cublasGemmEx.
#pragma once

#include "kernels/cublas/elements.h"

#include <library_types.h>

#include <cstddef>
#include <string>

namespace warplens::cublas {

/// Bytes of one; 0: not a type that products are computed of here.
size_t bytesOf(cudaDataType type);
std::string typeText(cudaDataType type); ///< "CUDA_R_16F"
double load(const std::byte* from, cudaDataType type);
/// Rounded to the nearest; integers are cut to their range.
void store(std::byte* to, cudaDataType type, double value);

} // namespace warplens::cublas
