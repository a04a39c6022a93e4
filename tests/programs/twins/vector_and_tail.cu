// SPDX-License-Identifier: GPL-3.0-or-later
// Four numbers at a time, and the last ones by themselves.
extern "C" __global__ void kernel(const float* in, float* out, int n)
{
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float sum = 0;
    if (i + 4 <= n) {
        const float4 four = *reinterpret_cast<const float4*>(in + i);
        sum = four.x + four.y + four.z + four.w;
    } else {
        for (int j = i; j < n; ++j)
            sum += in[j];
    }
    out[i / 4] = sum;
}
