// SPDX-License-Identifier: GPL-3.0-or-later
// Two arrays in dynamic shared memory, declared twice: they begin at the same place.
extern __shared__ int keys[];
extern __shared__ float values[];
extern "C" __global__ void kernel(const int* in, float* out)
{
    if (threadIdx.x < 64)
        keys[threadIdx.x] = in[threadIdx.x]; // BUG
    else
        values[threadIdx.x - 64] = 0.5f * float(in[threadIdx.x]); // BUG
    __syncthreads();
    out[threadIdx.x] = float(keys[threadIdx.x % 64]) + values[threadIdx.x % 64];
}
