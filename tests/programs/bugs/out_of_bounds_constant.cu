// SPDX-License-Identifier: GPL-3.0-or-later
// Past the end of a table of constants.
__constant__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
extern "C" __global__ void kernel(const int* in, int* out)
{
    out[threadIdx.x] = table[in[threadIdx.x]]; // BUG
}
