// SPDX-License-Identifier: GPL-3.0-or-later
// The maximum so far is looked at before it is changed atomically, but the look is not atomic.
extern "C" __global__ void kernel(const int* in, int* best)
{
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (*best < value) // BUG
        atomicMax(best, value); // BUG
}
