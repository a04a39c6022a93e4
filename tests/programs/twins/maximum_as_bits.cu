// SPDX-License-Identifier: GPL-3.0-or-later
// Positive numbers are in the order of their bits: the maximum is the same whoever comes first.
extern "C" __global__ void kernel(const float* in, int* largest)
{
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned best = __reduce_max_sync(~0u, __float_as_uint(v));
    if (threadIdx.x % 32 == 0)
        atomicMax(largest, int(best));
}
