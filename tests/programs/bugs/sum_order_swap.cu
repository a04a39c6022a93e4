// SPDX-License-Identifier: GPL-3.0-or-later
// A sum by compare-and-swap, in the order in which threads come.
extern "C" __global__ void kernel(const float* in, float* sum)
{
    int* place = (int*)sum;
    const float mine = in[blockIdx.x * 32 + threadIdx.x];
    int seen, old = *place;
    do {
        seen = old;
        old = atomicCAS(place, seen, __float_as_int(mine + __int_as_float(seen))); // BUG
    } while (old != seen);
}
