// SPDX-License-Identifier: GPL-3.0-or-later
// The heap has no room for that, and nobody asks.
extern "C" __global__ void kernel(int* out)
{
    int* p = (int*)malloc(1 << 28);
    p[threadIdx.x] = 1; // BUG
    out[threadIdx.x] = p[threadIdx.x];
    free(p);
}
