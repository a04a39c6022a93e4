// SPDX-License-Identifier: GPL-3.0-or-later
// The tile of A is stored transposed: the 16 words that a thread needs for one k lie
// side by side. The store pays for it: 16 words apart, the lanes meet in two banks,
// unless PAD makes it 17.
extern "C" __global__ void outer_product_transposed(const float* A, const float* B,
                                                    float* C, unsigned pitch_k,
                                                    unsigned pitch_n, unsigned whole_k)
{
    constexpr unsigned rows = 16, depth = 32, columns = 64; // of a block's part
    __shared__ float As[depth][rows + PAD];

    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.y * rows;
    const unsigned col = blockIdx.x * columns + threadIdx.x;

    float sum[rows] = {};
    for (unsigned t = 0; t < whole_k; t += depth) {
        for (unsigned i = warp; i < rows; i += 2) // each warp fetches every other row
            As[lane][i] = A[(row + i) * pitch_k + t + lane];
        __syncthreads();

#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float b = B[(t + k) * pitch_n + col];
            for (unsigned i = 0; i < rows; ++i)
                sum[i] += As[k][i] * b;
        }
        __syncthreads();
    }
    for (unsigned i = 0; i < rows; ++i)
        C[(row + i) * pitch_n + col] = sum[i];
}
