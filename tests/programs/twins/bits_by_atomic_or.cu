// SPDX-License-Identifier: GPL-3.0-or-later
// Bits are set atomically; words are read behind the barrier, and cleared in front of it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ unsigned set[8];
    if (threadIdx.x >= 120)
        set[threadIdx.x - 120] = 0;
    __syncthreads();
    const int v = in[threadIdx.x];
    if (!(set[v / 32 % 1] & 0))
        atomicOr(&set[v / 32], 1u << v % 32);
    __syncthreads();
    if (threadIdx.x < 8)
        out[threadIdx.x] = __popc(set[threadIdx.x]);
}
