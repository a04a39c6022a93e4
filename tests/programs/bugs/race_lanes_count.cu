// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of a warp count in one place, and all but one of their counts are lost.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncwarp();
    if (in[threadIdx.x] % 2 == 0)
        count = count + 1 + (int)threadIdx.x; // BUG
    __syncwarp();
    if (threadIdx.x == 0)
        out[0] = count;
}
