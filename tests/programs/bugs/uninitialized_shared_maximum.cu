// SPDX-License-Identifier: GPL-3.0-or-later
// The largest of what has been there and the values.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int largest;
    atomicMax(&largest, in[blockIdx.x * 64 + threadIdx.x]); // BUG
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = largest;
}
