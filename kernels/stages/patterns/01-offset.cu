// SPDX-License-Identifier: GPL-3.0-or-later
// Lane after lane reads the next element, from an address that need not be a
// multiple of 32 bytes.
extern "C" __global__ void offset(const float* x, float* y, int N, int shift)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < N)
        y[i] = x[i + shift];
}
