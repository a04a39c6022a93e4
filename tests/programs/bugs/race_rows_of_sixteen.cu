// SPDX-License-Identifier: GPL-3.0-or-later
// A warp is two rows of sixteen: rows 1 and 2 are not in one warp.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[4][16];
    room[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; // BUG
    __syncwarp();
    out[threadIdx.y * 16 + threadIdx.x] = room[(threadIdx.y + 1) % 4][threadIdx.x]; // BUG
}
