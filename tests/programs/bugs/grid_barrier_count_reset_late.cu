// SPDX-License-Identifier: GPL-3.0-or-later
// The last block opens the barrier of the grid before it sets the count back: who comes again at once is forgotten.
extern "C" __global__ void kernel(int* barrier, const int* in, int* out)
{
    for (int round = 0; round < 3; ++round) {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            const int sense = atomicAdd(&barrier[1], 0);
            if (atomicAdd(&barrier[0], 1) == gridDim.x - 1) {
                atomicExch(&barrier[1], 1 - sense);
                __threadfence();
                atomicExch(&barrier[0], 0);
            } else {
                while (atomicAdd(&barrier[1], 0) == sense) // BUG
                    ;
            }
            __threadfence();
        }
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
