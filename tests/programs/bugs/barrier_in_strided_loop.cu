// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier in a loop that some threads go through once more than others. They then come to no barrier any more.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        s[threadIdx.x] = in[i];
        __syncthreads(); // BUG
        sum += s[threadIdx.x];
        __syncthreads(); // BUG
    }
    if (threadIdx.x % 2 == 0)
        while (in[0] == 12345)
            sum += s[0];
    out[threadIdx.x] = sum;
}
