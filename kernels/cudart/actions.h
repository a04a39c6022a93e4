// SPDX-License-Identifier: GPL-3.0-or-later
// What a program asks for in CUDA's words, as actions of the runtime. They throw Failure.
#pragma once

#include "kernels/cudart/api.h"

namespace warplens::cudart {

runtime::CopyAction linearCopy(const char* call, void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
/// Where a __device__ or __constant__ variable lies, by the host's symbol.
runtime::MemoryPtr variableOf(Device& device, const void* symbol);

/// Of up to three dimensions, from and to arrays and pitched memory.
runtime::CopyAction copyOf(const char* call, const cudaMemcpy3DParms& parameters);
runtime::CopyAction copyToVariable(Device& device, const char* call, const void* symbol, const void* from, size_t bytes,
                                   size_t offset, cudaMemcpyKind kind);
runtime::CopyAction copyFromVariable(Device& device, const char* call, void* to, const void* symbol, size_t bytes,
                                     size_t offset, cudaMemcpyKind kind);

} // namespace warplens::cudart
