// SPDX-License-Identifier: GPL-3.0-or-later
// An assertion that does not hold.
extern "C" __global__ void kernel(const int* in, int* out)
{
    assert(in[threadIdx.x] < 0); // BUG
    out[threadIdx.x] = in[threadIdx.x];
}
