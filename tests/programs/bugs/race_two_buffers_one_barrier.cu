// SPDX-License-Identifier: GPL-3.0-or-later
// Two buffers and one barrier a round would do, if the round before were not read, too.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int buffer[2][128];
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        buffer[i % 2][t] = in[i * 128 + t]; // BUG
        __syncthreads();
        sum += buffer[i % 2][127 - t]; 
        if (i > 0) sum += buffer[(i - 1) % 2][(t * 7) % 128]; // BUG
    }
    out[t] = sum;
}
