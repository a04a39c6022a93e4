// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the member has three elements; the fourth is the next row's, or another member's.
struct Transform { float m[3][3]; float t[3]; };
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ Transform f;
    if (threadIdx.x < 12)
        reinterpret_cast<float*>(&f)[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float sum = 0;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c <= 3; ++c)
            sum += f.m[r][c] * in[threadIdx.x]; // BUG
    out[threadIdx.x] = sum;
}
