// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier of the grid by a counter that nobody sets back: the second one lets all pass at once.
extern "C" __global__ void kernel(const int* in, int* a, int* b, int* count)
{
    const int i = blockIdx.x * 32 + threadIdx.x;
    for (int round = 0; round < 2; ++round) {
        if (round == 0) a[i] = in[i];
        else b[i] = a[127 - i]; // BUG
        if (round == 1) a[i] = in[i] + 1; // BUG
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(count, 1);
            while (atomicAdd(count, 0) < (int)gridDim.x)
                ;
            __threadfence();
        }
        __syncthreads();
    }
}
