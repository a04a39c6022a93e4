// SPDX-License-Identifier: GPL-3.0-or-later
// Two buffers in turn; the barrier is left out in the last round but one.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int buffer[2][128];
    const int t = threadIdx.x;
    buffer[0][t] = in[t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        if (i + 1 < n)
            buffer[(i + 1) & 1][t] = in[(i + 1) * 128 + t]; // BUG
        sum += buffer[i & 1][127 - t]; // BUG
        if (i + 2 < n)
            __syncthreads();
    }
    out[t] = sum;
}
