// SPDX-License-Identifier: GPL-3.0-or-later
// The last block runs past the end: the check of the index is missing.
extern "C" __global__ void kernel(const float* in, float* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2.0f * in[i]; // BUG
}
