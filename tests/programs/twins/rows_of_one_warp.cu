// SPDX-License-Identifier: GPL-3.0-or-later
// A warp is two rows of sixteen, which hand values to one another.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[4][16];
    room[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncwarp();
    out[threadIdx.y * 16 + threadIdx.x] = room[threadIdx.y ^ 1][threadIdx.x];
}
