// SPDX-License-Identifier: GPL-3.0-or-later
// The product is wide before it is made, and where one of unsigned numbers goes over, as in a hash, that is meant.
extern "C" __global__ void kernel(const int* in, int* out, int pitch)
{
    const int row = threadIdx.x;
    const unsigned hash = (unsigned)row * 2654435761u;
    out[row] = in[(long long)row * pitch % 64] + in[hash % 64];
}
