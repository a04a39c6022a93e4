// SPDX-License-Identifier: GPL-3.0-or-later
// A count that several blocks make without an atomic operation.
extern "C" __global__ void kernel(const int* in, int* count)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] % 64 == 0)
        *count = *count + 1; // BUG
}
