// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier of the whole grid, made by hand. There is no fence before it counts.
__device__ unsigned arrived;
__device__ void gridBarrier()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void kernel(int* a, int* b)
{
    const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i * i; // BUG
    gridBarrier();
    b[i] = a[n - 1 - i]; // BUG
}
