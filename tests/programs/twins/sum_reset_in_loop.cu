// SPDX-License-Identifier: GPL-3.0-or-later
// Three sums in turn: who resets one has seen everybody past the barrier behind its last reader.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int sums[3];
    if (threadIdx.x < 3)
        sums[threadIdx.x] = 0;
    __syncthreads();
    for (int r = 0; r < 3; ++r) {
        atomicAdd(&sums[r % 3], in[r * 96 + threadIdx.x]);
        __syncthreads();
        out[r * 96 + threadIdx.x] = sums[r % 3];
        if (threadIdx.x == 0)
            sums[(r + 2) % 3] = 0;
    }
}
