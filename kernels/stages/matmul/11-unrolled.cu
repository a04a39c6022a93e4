// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loop written out UNROLL times: counter and branch go, addresses become
// constants of the instructions, and neighbouring words of As come together.
extern "C" __global__ void unrolled(const float* A, const float* B, float* C,
                                    unsigned pitch_k, unsigned pitch_n,
                                    unsigned whole_m, unsigned whole_n, unsigned whole_k)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    const unsigned tx = threadIdx.x, ty = threadIdx.y;

    for (unsigned row = blockIdx.y * TILE + ty; row < whole_m; row += gridDim.y * TILE)
        for (unsigned col = blockIdx.x * TILE + tx; col < whole_n; col += gridDim.x * TILE) {
            float sum = 0.0f;
            for (unsigned t = 0; t < whole_k; t += TILE) {
                As[ty][tx] = A[row * pitch_k + t + tx];
                Bs[ty][tx] = B[(t + ty) * pitch_n + col];
                __syncthreads();

#pragma unroll UNROLL
                for (unsigned k = 0; k < TILE; ++k)
                    sum += As[ty][k] * Bs[k][tx];
                __syncthreads();
            }
            C[row * pitch_n + col] = sum;
        }
}
