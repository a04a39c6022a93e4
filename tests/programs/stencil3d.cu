// SPDX-License-Identifier: GPL-3.0-or-later
// Seven points in three dimensions: the planes above and below in registers.
extern "C" __global__ void stencil3d(const double* in, double* out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const int plane = n * n, at = y * n + x;
    double below = in[at], here = in[at + plane];
    for (int z = 1; z < n - 1; ++z) {
        const double above = in[at + (z + 1) * plane];
        const double* p = in + at + z * plane;
        out[at + z * plane] = 0.5 * here + (p[-1] + p[1] + p[-n] + p[n] + below + above) / 12.0;
        below = here;
        here = above;
    }
}
