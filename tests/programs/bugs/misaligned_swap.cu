// SPDX-License-Identifier: GPL-3.0-or-later
// Sixty-four bits are exchanged at an odd word.
extern "C" __global__ void kernel(int* places, int* out)
{
    auto* pair = reinterpret_cast<unsigned long long*>(places + 1 + 2 * threadIdx.x);
    out[threadIdx.x] = int(atomicExch(pair, 7ull)); // BUG
}
