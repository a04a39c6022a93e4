// SPDX-License-Identifier: GPL-3.0-or-later
// Two elements have the same place to go to.
extern "C" __global__ void kernel(const int* place, const int* in, int* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[place[i]] = in[i]; // BUG
}
