// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors in rows of shared memory that are padded by one word: every other row begins in between.
extern "C" __global__ void kernel(const float* in, float4* out)
{
    __shared__ __align__(16) float s[8][33];
    for (int i = threadIdx.x; i < 8 * 32; i += 32)
        s[i / 32][i % 32] = in[i];
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<const float4*>(&s[threadIdx.x / 4][4 * (threadIdx.x % 4)]); // BUG
}
