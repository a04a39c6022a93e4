// SPDX-License-Identifier: GPL-3.0-or-later
// A sum that nobody has set to zero.
extern "C" __global__ void kernel(const float* in, float* out, int n)
{
    float sum;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[blockIdx.x * n + i]; // BUG
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
