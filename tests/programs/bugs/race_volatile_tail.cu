// SPDX-License-Identifier: GPL-3.0-or-later
// The last steps of a sum without barriers, as they were written before lanes had program counters of their own.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ volatile int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32]; // BUG
        s[threadIdx.x] += s[threadIdx.x + 16]; // BUG
        s[threadIdx.x] += s[threadIdx.x + 8]; // BUG
        s[threadIdx.x] += s[threadIdx.x + 4]; // BUG
        s[threadIdx.x] += s[threadIdx.x + 2]; // BUG
        s[threadIdx.x] += s[threadIdx.x + 1]; // BUG
    }
    if (threadIdx.x == 0)
        out[0] = s[0]; // BUG
}
