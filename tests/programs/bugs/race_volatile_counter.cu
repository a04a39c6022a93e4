// SPDX-License-Identifier: GPL-3.0-or-later
// volatile makes no counter of it.
extern "C" __global__ void kernel(const int* in, volatile int* count)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 4)
        *count = *count + 1; // BUG
}
