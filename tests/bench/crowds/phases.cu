// SPDX-License-Identifier: GPL-3.0-or-later
// All blocks read what all have written, and write it anew, with a barrier of the grid in between.
__device__ void meet(int* barrier, int phase) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(barrier, 1);
        while (atomicAdd(barrier, 0) < (phase + 1) * gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}

extern "C" __global__ void kernel(float* a, float* b, int* barrier, int n, int phases) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int phase = 0; phase < phases; ++phase) {
        for (int at = i + 1; at < n - 1; at += threads)
            b[at] = (a[at - 1] + a[at] + a[at + 1]) / 3;
        meet(barrier, phase);
        float* const other = a;
        a = b;
        b = other;
    }
}

/// What it takes to begin.
extern "C" __global__ void nothing(float*, float*, int*, int, int) {}
