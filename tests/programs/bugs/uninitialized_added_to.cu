// SPDX-License-Identifier: GPL-3.0-or-later
// The result is added to what nobody has written.
extern "C" __global__ void kernel(const float* in, float* out)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    out[i] += in[i]; // BUG
}
