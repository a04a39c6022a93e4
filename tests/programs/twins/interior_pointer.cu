// SPDX-License-Identifier: GPL-3.0-or-later
// A pointer into the middle, with indices below zero; and one past the end that nobody follows.
extern "C" __global__ void kernel(const int* in, int* out)
{
    const int* middle = in + 64;
    const int* end = in + 128;
    int sum = 0;
    for (const int* p = middle + threadIdx.x; p < end; p += 16)
        sum += *p;
    out[threadIdx.x] = sum + middle[-1 - (int)threadIdx.x];
}
