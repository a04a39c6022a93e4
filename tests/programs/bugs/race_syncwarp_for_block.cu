// SPDX-License-Identifier: GPL-3.0-or-later
// __syncwarp() where the neighbour is in another warp.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    __syncwarp();
    out[threadIdx.x] = s[threadIdx.x ^ 32]; // BUG
}
