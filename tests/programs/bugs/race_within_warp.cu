// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of one warp rely on one another without __syncwarp().
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        if (threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step]; // BUG
    if (threadIdx.x == 0)
        out[0] = s[0]; // BUG
}
