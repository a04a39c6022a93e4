// SPDX-License-Identifier: GPL-3.0-or-later
// Four values at once, from a place that the caller chooses. It is no multiple of four.
extern "C" __global__ void kernel(const float* in, float4* out, int offset)
{
    out[threadIdx.x] = *reinterpret_cast<const float4*>(in + offset + 4 * threadIdx.x); // BUG
}
