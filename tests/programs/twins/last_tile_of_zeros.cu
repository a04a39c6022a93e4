// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of 32 of which the last one is not full. What is behind the end is zero.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[32];
    int sum = 0;
    for (int first = blockIdx.x * 32; first < n; first += 32 * gridDim.x) {
        s[threadIdx.x] = first + threadIdx.x < n ? in[first + threadIdx.x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; ++i)
            sum += s[i];
        __syncthreads();
    }
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
