// SPDX-License-Identifier: GPL-3.0-or-later
// A generation of Conway's game on a torus, one byte for each cell.
extern "C" __global__ void gameOfLife(const unsigned char* now, unsigned char* next, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int around = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                around += now[(y + dy + height) % height * width + (x + dx + width) % width] & 1;
    const int alive = now[y * width + x] & 1;
    next[y * width + x] = around == 3 || (alive && around == 2);
}
