// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes read from all over the array: the index is a hash of the thread number.
extern "C" __global__ void gather(const float* x, float* y, int N)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    unsigned h = i;
    h = (h ^ h >> 16) * 0x7feb352d; // mixes the bits: neighbours end far apart
    h = (h ^ h >> 15) * 0x846ca68b;
    h ^= h >> 16;
    if (i < N)
        y[i] = x[h % (unsigned)N];
}
