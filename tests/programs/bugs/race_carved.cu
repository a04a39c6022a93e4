// SPDX-License-Identifier: GPL-3.0-or-later
// Dynamic shared memory in two parts, the first of them one longer than meant.
extern "C" __global__ void kernel(const int* in, int* out)
{
    extern __shared__ int memory[];
    int* a = memory;
    int* b = memory + 64;
    const int t = threadIdx.x;
    a[t + 1] = in[t]; // BUG
    b[t] = in[63 - t]; // BUG
    __syncthreads();
    out[t] = (t ? a[t] : 0) + b[t];
}
