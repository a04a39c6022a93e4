// SPDX-License-Identifier: GPL-3.0-or-later
// The same loops without a single check: the matrices are as large as whole tiles,
// and what was added to them is 0. A row begins on a line of 128 bytes; from one
// to the next it is a pitch.
extern "C" __global__ void padded_matrices(const float* A, const float* B, float* C,
                                           unsigned pitch_k, unsigned pitch_n,
                                           unsigned whole_m, unsigned whole_n, unsigned whole_k)
{
    extern __shared__ float tiles[]; // 2 * tile * tile floats, given at the launch
    const unsigned tile = blockDim.x;
    float* As = tiles;
    float* Bs = tiles + tile * tile;

    const unsigned tx = threadIdx.x, ty = threadIdx.y;

    for (unsigned row = blockIdx.y * tile + ty; row < whole_m; row += gridDim.y * tile)
        for (unsigned col = blockIdx.x * tile + tx; col < whole_n; col += gridDim.x * tile) {
            float sum = 0.0f;
            for (unsigned t = 0; t < whole_k; t += tile) {
                As[ty * tile + tx] = A[row * pitch_k + t + tx];
                Bs[ty * tile + tx] = B[(t + ty) * pitch_n + col];
                __syncthreads();

                for (unsigned k = 0; k < tile; ++k)
                    sum += As[ty * tile + k] * Bs[k * tile + tx];
                __syncthreads();
            }
            C[row * pitch_n + col] = sum;
        }
}
