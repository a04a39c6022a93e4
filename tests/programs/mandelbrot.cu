// SPDX-License-Identifier: GPL-3.0-or-later
// How many steps until a point leaves the circle: a loop of another length in each lane.
extern "C" __global__ void mandelbrot(unsigned short* steps, int width, int height, int limit)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    const float cx = -2.2f + 3.2f * px / width, cy = -1.2f + 2.4f * py / height;
    float x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y < 4.0f; ++n) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
    }
    steps[py * width + px] = n;
}
