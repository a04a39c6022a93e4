// SPDX-License-Identifier: GPL-3.0-or-later
// The first block to come makes the counter ready for the next launch, while others still count.
extern "C" __global__ void kernel(const int* in, unsigned* arrived, int* out)
{
    if (threadIdx.x == 0) {
        const unsigned ticket = atomicInc(arrived, gridDim.x); // BUG
        if (ticket == 0)
            *arrived = 0; // BUG
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
}
