// SPDX-License-Identifier: GPL-3.0-or-later
// A bit of a shared word is set by reading, changing and writing it.
extern "C" __global__ void kernel(const int* in, unsigned* out)
{
    __shared__ unsigned set[8];
    if (threadIdx.x < 8)
        set[threadIdx.x] = 0;
    __syncthreads();
    const int v = in[threadIdx.x];
    set[v / 32] |= 1u << v % 32; // BUG
    __syncthreads();
    if (threadIdx.x < 8)
        out[threadIdx.x] = set[threadIdx.x];
}
