// SPDX-License-Identifier: GPL-3.0-or-later
// Every thread writes the same: no value is lost, and it is a race all the same.
extern "C" __global__ void kernel(const int* in, int* found)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] >= 0)
        *found = 1; // BUG
}
