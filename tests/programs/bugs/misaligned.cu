// SPDX-License-Identifier: GPL-3.0-or-later
// A float2 at an odd number of floats.
extern "C" __global__ void kernel(const float* in, float2* out)
{
    out[threadIdx.x] = *(const float2*)(in + 1 + 2 * threadIdx.x); // BUG
}
