// SPDX-License-Identifier: GPL-3.0-or-later
// Places of a queue are given out atomically; what lies there is read before everybody has put his in.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int size, queue[64];
    if (threadIdx.x == 0)
        size = 0;
    __syncthreads();
    if (in[threadIdx.x])
        queue[atomicAdd(&size, 1)] = threadIdx.x; // BUG
    __syncwarp();
    const int n = atomicAdd(&size, 0);
    __syncwarp();
    out[threadIdx.x] = n > 40 ? queue[0] : -1; // BUG
}
