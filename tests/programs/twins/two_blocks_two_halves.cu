// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks write neighbouring halves of the same words.
extern "C" __global__ void kernel(const int* in, unsigned short* out)
{
    out[2 * threadIdx.x + blockIdx.x] = in[threadIdx.x] >> (16 * blockIdx.x);
}
