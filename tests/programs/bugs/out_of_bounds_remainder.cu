// SPDX-License-Identifier: GPL-3.0-or-later
// The remainder of a negative number is negative.
extern "C" __global__ void kernel(const float* in, float* out)
{
    const int i = threadIdx.x, n = blockDim.x;
    out[i] = in[i] + in[(i - 3) % n]; // BUG
}
