// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier of the grid that turns its sense: the count is set back before it opens.
__device__ void meet(int* barrier)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        const int sense = atomicAdd(&barrier[1], 0);
        if (atomicAdd(&barrier[0], 1) == gridDim.x - 1) {
            atomicExch(&barrier[0], 0);
            __threadfence();
            atomicExch(&barrier[1], 1 - sense);
        } else {
            while (atomicAdd(&barrier[1], 0) == sense)
                ;
        }
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void kernel(int* barrier, int* a, int* b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int round = 0; round < 3; ++round) {
        b[i] = a[(i + 65) % n] + 1;
        meet(barrier);
        a[i] = b[(i + 129) % n];
        meet(barrier);
    }
}
