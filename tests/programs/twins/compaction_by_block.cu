// SPDX-License-Identifier: GPL-3.0-or-later
// The block's place in the result is asked for once and handed on through shared memory.
extern "C" __global__ void kernel(const int* in, int* out, int* size)
{
    __shared__ int mine, begin;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    const int v = in[blockIdx.x * 64 + threadIdx.x];
    int at = -1;
    if (v > 1)
        at = atomicAdd(&mine, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        begin = atomicAdd(size, mine);
    __syncthreads();
    if (at >= 0)
        out[begin + at] = v;
}
