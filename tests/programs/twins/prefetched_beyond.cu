// SPDX-License-Identifier: GPL-3.0-or-later
// A prefetch reads nothing that anybody sees.
extern "C" __global__ void kernel(const float* in, float* out)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i + 64));
    out[i] = in[i] * 2;
}
