// SPDX-License-Identifier: GPL-3.0-or-later
// Box blur of an image with four bytes for each pixel.
extern "C" __global__ void imageBlur(const uchar4* in, uchar4* out, int width, int height, int radius)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int r = 0, g = 0, b = 0, n = 0;
    for (int py = max(0, y - radius); py <= min(height - 1, y + radius); ++py)
        for (int px = max(0, x - radius); px <= min(width - 1, x + radius); ++px) {
            const uchar4 p = in[py * width + px];
            r += p.x;
            g += p.y;
            b += p.z;
            ++n;
        }
    out[y * width + x] = make_uchar4(r / n, g / n, b / n, 255);
}
