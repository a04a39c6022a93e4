// SPDX-License-Identifier: GPL-3.0-or-later
// Two arrays in dynamic shared memory. The launch asks for one and a half.
extern "C" __global__ void kernel(const int* in, int* out)
{
    extern __shared__ int pool[];
    int* a = pool;
    int* b = pool + 64;
    a[threadIdx.x] = in[threadIdx.x];
    b[threadIdx.x] = -in[threadIdx.x]; // BUG
    __syncthreads();
    out[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x ^ 1]; // BUG
}
