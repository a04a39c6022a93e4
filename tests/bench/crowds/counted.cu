// SPDX-License-Identifier: GPL-3.0-or-later
// All blocks add to one histogram; the last of them reads it.
extern "C" __global__ void kernel(const unsigned* in, int* histogram, int* done, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int at = i; at < n; at += gridDim.x * blockDim.x)
        atomicAdd(&histogram[in[at] % 256], 1);
    __threadfence();
    __syncthreads();
    __shared__ bool last;
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        out[threadIdx.x] = histogram[threadIdx.x];
    }
}

/// What it takes to begin.
extern "C" __global__ void nothing(const unsigned*, int*, int*, int*, int) {}
