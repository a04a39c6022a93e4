// SPDX-License-Identifier: GPL-3.0-or-later
// What each line costs, all launches of a kernel together.
// run: --lines
// launches: 2
// tells: 2x copy(float const*, float*)
// tells: lines.cu:13:  64 sectors in 2 requests of global memory (8 would do)  4 wavefronts in 2 requests of shared memory (2 would do)
// tells: lines.cu:15:  8 sectors in 2 requests of global memory (8 would do)  4 wavefronts in 2 requests of shared memory (2 would do)
#include "check.h"

__global__ void copy(const float* from, float* to) {
    __shared__ float tile[64];
    const unsigned i = threadIdx.x;
    tile[2 * i] = from[32 * i];
    __syncthreads();
    to[i] = tile[62 - 2 * i];
}

int main() {
    float *from, *to;
    OK(cudaMalloc(&from, 4096));
    OK(cudaMalloc(&to, 4096));
    OK(cudaMemset(from, 0, 4096));
    for (int i = 0; i < 2; ++i)
        copy<<<1, 32>>>(from, to);
    OK(cudaDeviceSynchronize());
}
