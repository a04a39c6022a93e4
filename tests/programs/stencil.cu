// SPDX-License-Identifier: GPL-3.0-or-later
// One step of the heat equation in two dimensions, with a tile and its halo in shared memory.
#define SIDE 16
extern "C" __global__ void stencil(const float* in, float* out, int width, int height)
{
    __shared__ float tile[SIDE + 2][SIDE + 2];
    const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const auto at = [&](int px, int py) {
        px = min(max(px, 0), width - 1);
        py = min(max(py, 0), height - 1);
        return in[py * width + px];
    };
    tile[ty][tx] = at(x, y);
    if (threadIdx.x == 0)
        tile[ty][0] = at(x - 1, y);
    if (threadIdx.x == SIDE - 1)
        tile[ty][SIDE + 1] = at(x + 1, y);
    if (threadIdx.y == 0)
        tile[0][tx] = at(x, y - 1);
    if (threadIdx.y == SIDE - 1)
        tile[SIDE + 1][tx] = at(x, y + 1);
    __syncthreads();
    if (x < width && y < height) {
        const float around = (tile[ty][tx - 1] + tile[ty][tx + 1]) + (tile[ty - 1][tx] + tile[ty + 1][tx]);
        out[y * width + x] = tile[ty][tx] + 0.2f * (around - 4.0f * tile[ty][tx]);
    }
}
