// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of 600 elements: from row 55 on the index does not fit a short.
extern "C" __global__ void kernel(const int* in, int* out, int pitch)
{
    const short at = threadIdx.x * pitch;
    out[threadIdx.x] = in[at]; // BUG
}
