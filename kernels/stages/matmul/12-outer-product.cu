// SPDX-License-Identifier: GPL-3.0-or-later
// A thread owns a column of 16 elements of C, in registers. For each k it takes one
// element of B, multiplies it with the column k of the tile of A, and adds. With
// the loop over k written out, neighbouring words of a row of As come together.
extern "C" __global__ void outer_product(const float* A, const float* B, float* C,
                                         unsigned pitch_k, unsigned pitch_n, unsigned whole_k)
{
    constexpr unsigned rows = 16, depth = 32, columns = 64; // of a block's part
    __shared__ float As[rows][depth];

    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.y * rows;
    const unsigned col = blockIdx.x * columns + threadIdx.x;

    float sum[rows] = {};
    for (unsigned t = 0; t < whole_k; t += depth) {
        for (unsigned i = warp; i < rows; i += 2) // each warp fetches every other row
            As[i][lane] = A[(row + i) * pitch_k + t + lane];
        __syncthreads();

#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float b = B[(t + k) * pitch_n + col];
            for (unsigned i = 0; i < rows; ++i)
                sum[i] += As[i][k] * b;
        }
        __syncthreads();
    }
    for (unsigned i = 0; i < rows; ++i)
        C[(row + i) * pitch_n + col] = sum[i];
}
