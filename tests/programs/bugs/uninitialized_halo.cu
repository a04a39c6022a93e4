// SPDX-License-Identifier: GPL-3.0-or-later
// A stencil with a halo of one cell on either side. The right one is never loaded.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[66];
    const int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0)
        s[0] = i > 0 ? in[i - 1] : 0;
    __syncthreads();
    out[i] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]; // BUG
}
