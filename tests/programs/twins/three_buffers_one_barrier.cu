// SPDX-License-Identifier: GPL-3.0-or-later
// Three buffers, one barrier a round: a buffer is written two rounds after it was read.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int buffer[3][128];
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        buffer[i % 3][t] = in[i * 128 + t];
        __syncthreads();
        sum += buffer[i % 3][127 - t];
        if (i > 0) sum += buffer[(i - 1) % 3][(t * 7) % 128];
    }
    out[t] = sum;
}
