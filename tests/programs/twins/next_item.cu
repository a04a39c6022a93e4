// SPDX-License-Identifier: GPL-3.0-or-later
// Thread 0 takes the next piece of work when all have read which one the last was.
extern "C" __global__ void kernel(const int* in, int* out, int* next)
{
    __shared__ int item;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            item = atomicAdd(next, 1);
        __syncthreads();
        int mine = item;
        if (mine >= 10)
            return;
        out[mine * 64 + threadIdx.x] = in[mine * 64 + threadIdx.x] + 1;
    }
}
