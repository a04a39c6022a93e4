// SPDX-License-Identifier: GPL-3.0-or-later
// A filter that keeps what is even. What is odd leaves a place that nobody has written.
extern "C" __global__ void kernel(const int* in, int* kept, int* out)
{
    const int i = blockIdx.x * 64 + threadIdx.x, other = blockIdx.x * 64 + 63 - threadIdx.x;
    if (in[i] % 2 == 0)
        kept[i] = in[i];
    __syncthreads();
    out[i] = kept[other]; // BUG
}
