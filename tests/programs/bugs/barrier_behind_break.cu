// SPDX-License-Identifier: GPL-3.0-or-later
// A thread leaves the loop when it has enough, and the others wait for it in the next round.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < 8; ++i) {
        s[threadIdx.x] = in[(threadIdx.x + i) % 64];
        __syncthreads(); // BUG
        sum += s[63 - threadIdx.x];
        if (sum > 60)
            break;
        __syncthreads(); // BUG
    }
    s[threadIdx.x] = sum;
    __syncthreads(); // BUG
    out[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}
