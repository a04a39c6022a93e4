// SPDX-License-Identifier: GPL-3.0-or-later
// A stencil with a halo of one cell on either side. It is loaded behind the barrier.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[66];
    const int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x + 1] = in[i];
    __syncthreads();
    if (threadIdx.x == 0)
        s[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == 1)
        s[65] = i + 63 < n ? in[i + 63] : 0; // BUG
    out[i] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]; // BUG
}
