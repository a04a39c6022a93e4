// SPDX-License-Identifier: GPL-3.0-or-later
// All lanes of a warp read a value, and the first of them replaces it: the others may not have read yet.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = in[0];
    __syncthreads();
    out[threadIdx.x] = s; // BUG
    if (threadIdx.x == 0)
        s = in[1]; // BUG
}
