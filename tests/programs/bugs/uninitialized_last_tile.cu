// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of 32 of which the last one is not full. What is behind the end is added, too.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[32];
    int sum = 0;
    for (int first = blockIdx.x * 32; first < n; first += 32 * gridDim.x) {
        if (first + threadIdx.x < n)
            s[threadIdx.x] = in[first + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 32; ++i)
            sum += s[i]; // BUG
        __syncthreads();
    }
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
