// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier in a loop that all threads go through equally often; not all have an element each time.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < n; i += 64) {
        s[threadIdx.x] = i + (int)threadIdx.x < n ? in[i + threadIdx.x] : 0;
        __syncthreads();
        sum += s[threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
