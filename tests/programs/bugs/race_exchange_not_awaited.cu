// SPDX-License-Identifier: GPL-3.0-or-later
// From striped to blocked through shared memory, of two arrays, with one barrier too few between them.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[128];
    for (int half = 0; half < 2; ++half) {
        for (int k = 0; k < 2; ++k)
            room[k * 64 + threadIdx.x] = in[half * 128 + k * 64 + threadIdx.x]; // BUG
        __syncthreads();
        for (int k = 0; k < 2; ++k)
            out[half * 128 + threadIdx.x * 2 + k] = room[threadIdx.x * 2 + k]; // BUG
    }
}
