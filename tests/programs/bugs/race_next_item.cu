// SPDX-License-Identifier: GPL-3.0-or-later
// Thread 0 takes the next piece of work while others may still read which one the last was.
extern "C" __global__ void kernel(const int* in, int* out, int* next)
{
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0)
            item = atomicAdd(next, 1); // BUG
        __syncthreads();
        if (item >= 10) // BUG
            return;
        out[item * 64 + threadIdx.x] = in[item * 64 + threadIdx.x] + 1; // BUG
    }
}
