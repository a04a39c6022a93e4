// SPDX-License-Identifier: GPL-3.0-or-later
// Two times 1.2 thousand million does not fit 32 bits.
extern "C" __global__ void kernel(const float* in, float* out, int pitch)
{
    const int i = blockIdx.y * 2 * pitch + threadIdx.x;
    out[(blockIdx.y * 2 + blockIdx.x) * 32 + threadIdx.x] = in[i]; // BUG
}
