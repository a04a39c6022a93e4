// SPDX-License-Identifier: GPL-3.0-or-later
// The barrier stands inside the branch of the sum's steps, and the last one is missing.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        int other = 0;
        if (threadIdx.x < half)
            other = s[threadIdx.x + half];  // BUG
        if (threadIdx.x < half)
            s[threadIdx.x] += other; // BUG
        if (half > 32)
            __syncthreads();
    }
    if (threadIdx.x == 0)
        out[0] = s[0]; // BUG
}
