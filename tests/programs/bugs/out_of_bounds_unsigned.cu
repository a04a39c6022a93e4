// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is less than 0 that has no sign.
extern "C" __global__ void kernel(const float* a, float* out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = i - 1 >= 0 ? a[i - 1] : 0.0f; // BUG
    float right = i + 1 < n ? a[i + 1] : 0.0f;
    out[i] = left + a[i] + right;
}
