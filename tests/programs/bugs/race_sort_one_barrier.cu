// SPDX-License-Identifier: GPL-3.0-or-later
// Odd and even rounds of a sort meet at the borders, with a barrier in one round out of two.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int a[128];
    a[threadIdx.x] = in[threadIdx.x];
    a[threadIdx.x + 64] = in[threadIdx.x + 64];
    __syncthreads();
    for (int r = 0; r < 128; ++r) {
        const int i = 2 * threadIdx.x + r % 2;
        if (i + 1 < 128 && a[i] > a[i + 1]) { // BUG
            const int v = a[i];
            a[i] = a[i + 1]; // BUG
            a[i + 1] = v; // BUG
        }
        if (r % 2 == 1)
            __syncthreads();
    }
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x];
    out[threadIdx.x + 64] = a[threadIdx.x + 64];
}
