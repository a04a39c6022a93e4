// SPDX-License-Identifier: GPL-3.0-or-later
// The index is a product of two int, which does not fit: it becomes negative before it is made wide.
extern "C" __global__ void kernel(const int* in, int* out, int pitch)
{
    const int row = threadIdx.x;
    out[row] = in[row * pitch % 64]; // BUG
}
