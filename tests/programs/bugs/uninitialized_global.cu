// SPDX-License-Identifier: GPL-3.0-or-later
// The result is added to what nobody has set to zero.
extern "C" __global__ void kernel(const int* in, int* sum)
{
    atomicAdd(sum, in[threadIdx.x]); // BUG
}
