// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier that counts orders as well as one that does not.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    const int positive = __syncthreads_count(in[threadIdx.x] > 0);
    out[threadIdx.x] = s[63 - threadIdx.x] + positive;
}
