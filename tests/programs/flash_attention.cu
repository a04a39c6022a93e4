// SPDX-License-Identifier: GPL-3.0-or-later
// Attention without the whole matrix of weights: keys and values come in tiles, the sum is rescaled as larger weights
// appear. One block for 32 queries of 32 numbers.
#define D 32
extern "C" __global__ void flashAttention(const float* Q, const float* K, const float* V, float* O, int length)
{
    __shared__ float keys[32][D + 1], values[32][D];
    const int t = threadIdx.x, query = blockIdx.x * 32 + t;
    float q[D], o[D], top = -1e30f, sum = 0;
#pragma unroll
    for (int d = 0; d < D; ++d) {
        q[d] = Q[query * D + d];
        o[d] = 0;
    }
    for (int first = 0; first < length; first += 32) {
        for (int r = 0; r < 32; ++r) {
            keys[r][t] = K[(first + r) * D + t];
            values[r][t] = V[(first + r) * D + t];
        }
        __syncthreads();
        for (int r = 0; r < 32; ++r) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < D; ++d)
                s += q[d] * keys[r][d];
            s *= 0.17677669f;
            const float higher = fmaxf(top, s), keep = exp2f((top - higher) * 1.44269504f), weight = exp2f((s - higher) * 1.44269504f);
            sum = sum * keep + weight;
#pragma unroll
            for (int d = 0; d < D; ++d)
                o[d] = o[d] * keep + weight * values[r][d];
            top = higher;
        }
        __syncthreads();
    }
#pragma unroll
    for (int d = 0; d < D; ++d)
        O[query * D + d] = o[d] / sum;
}
