// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of 33 elements are right for columns, and wrong for vectors.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ alignas(16) float tile[32][33];
    for (int r = 0; r < 32; ++r)
        tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
    __syncthreads();
    const float4 v = *reinterpret_cast<const float4*>(&tile[threadIdx.x][0]); // BUG
    out[threadIdx.x * 4] = v.x + v.y + v.z + v.w;
}
