// SPDX-License-Identifier: GPL-3.0-or-later
// A pointer to a local array that its function has left.
__device__ __noinline__ int* table(int n, int* room)
{
    int mine[8];
    int* p = mine;
    for (int i = 0; i < 8; ++i)
        p[i] = n + i;
    return p;
}
__device__ __noinline__ int other(int n, int k)
{
    volatile int mine[8];
    for (int i = 0; i < 8; ++i)
        mine[i] = n * i;
    return mine[k];
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    int room[8];
    const int* p = table(in[threadIdx.x], room);
    const int o = other(threadIdx.x, in[threadIdx.x]);
    out[threadIdx.x] = p[in[threadIdx.x]] + o; // BUG
}
