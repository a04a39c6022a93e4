// SPDX-License-Identifier: GPL-3.0-or-later
// A ticket for the whole block, and a barrier behind its readers.
extern "C" __global__ void kernel(const int* in, int* next, int* out)
{
    __shared__ int ticket;
    while (true) {
        if (threadIdx.x == 0)
            ticket = atomicAdd(next, 1);
        __syncthreads();
        const int mine = ticket;
        __syncthreads();
        if (mine >= 8)
            return;
        out[mine * 64 + threadIdx.x] = in[mine * 64 + threadIdx.x] + 1;
    }
}
