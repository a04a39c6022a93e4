// SPDX-License-Identifier: GPL-3.0-or-later
// Odd and even rounds of a sort, each behind a barrier.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int a[128];
    a[threadIdx.x] = in[threadIdx.x];
    a[threadIdx.x + 64] = in[threadIdx.x + 64];
    for (int r = 0; r < 128; ++r) {
        __syncthreads();
        const int i = 2 * threadIdx.x + r % 2;
        if (i + 1 < 128 && a[i] > a[i + 1]) {
            const int v = a[i];
            a[i] = a[i + 1];
            a[i + 1] = v;
        }
    }
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x];
    out[threadIdx.x + 64] = a[threadIdx.x + 64];
}
