// SPDX-License-Identifier: GPL-3.0-or-later
// A vote of the block in a branch that half of the threads take.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int n = -1;
    if (in[threadIdx.x] == 0)
        n = __syncthreads_count(threadIdx.x % 3 == 0); // BUG
    else if (threadIdx.x > 40)
        n = __syncthreads_count(1); // BUG
    out[threadIdx.x] = n;
}
