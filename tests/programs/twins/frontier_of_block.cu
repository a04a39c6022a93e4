// SPDX-License-Identifier: GPL-3.0-or-later
// A search in breadth: places in the next frontier are given out atomically, frontiers are swapped behind barriers.
extern "C" __global__ void kernel(const int* next, int* depth)
{
    __shared__ int frontier[2][64], size[2], seen[64];
    const int t = threadIdx.x;
    seen[t] = t == 0;
    if (t == 0) {
        frontier[0][0] = 0;
        size[0] = 1;
        size[1] = 0;
    }
    depth[t] = t == 0 ? 0 : -1;
    for (int d = 1, now = 0;; ++d, now ^= 1) {
        __syncthreads();
        const int n = size[now];
        if (n == 0)
            return;
        if (t < 2 * n) {
            const int to = next[2 * frontier[now][t / 2] + t % 2];
            if (atomicExch(&seen[to], 1) == 0) {
                frontier[now ^ 1][atomicAdd(&size[now ^ 1], 1)] = to;
                depth[to] = d;
            }
        }
        __syncthreads();
        if (t == 0)
            size[now] = 0;
    }
}
