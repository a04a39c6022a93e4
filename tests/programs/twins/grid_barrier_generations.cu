// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier of the grid by a counter that goes on and on.
extern "C" __global__ void kernel(const int* in, int* a, int* b, unsigned* count)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    int v = in[i];
    for (unsigned round = 0; round < 3; ++round) {
        a[i] = v;
        for (int half = 0; half < 2; ++half) {
            __syncthreads();
            if (threadIdx.x == 0) {
                __threadfence();
                atomicAdd(count, 1);
                while (atomicAdd(count, 0) < gridDim.x * (round * 2 + half + 1))
                    ;
                __threadfence();
            }
            __syncthreads();
            if (half == 0)
                v += a[255 - i];
        }
    }
    b[i] = v;
}
