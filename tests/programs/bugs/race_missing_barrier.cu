// SPDX-License-Identifier: GPL-3.0-or-later
// A neighbour's element is read without a barrier after it was written.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    out[threadIdx.x] = s[127 - threadIdx.x]; // BUG
}
