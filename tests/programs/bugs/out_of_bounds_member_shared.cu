// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of a window of three reads past the row of its struct, into the next member.
struct Tile {
    int row[32];
    int scale[32];
};
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Tile tile;
    tile.row[threadIdx.x] = in[threadIdx.x];
    tile.scale[threadIdx.x] = 2;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 3; ++k)
        sum += tile.row[threadIdx.x + k]; // BUG
    out[threadIdx.x] = sum * tile.scale[threadIdx.x];
}
