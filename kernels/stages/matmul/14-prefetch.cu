// SPDX-License-Identifier: GPL-3.0-or-later
// Two buffers: the next tile is fetched into registers before the products of this
// one and stored after them, so the wait for memory is filled with arithmetic. What
// is on its way needs registers; RESIDENT blocks have to fit on a multiprocessor.
extern "C" __global__ void __launch_bounds__(64, RESIDENT)
prefetch(const float* A, const float* B, float* C,
         unsigned pitch_k, unsigned pitch_n, unsigned whole_k)
{
    constexpr unsigned rows = 16, depth = 32, columns = 64; // of a block's part
    __shared__ float As[2][depth][rows + 1];

    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.y * rows;
    const unsigned col = blockIdx.x * columns + threadIdx.x;

    float next[rows / 2]; // what this thread fetches of a tile: every other row
    const auto fetch = [&](unsigned t) {
        for (unsigned i = 0; i < rows / 2; ++i)
            next[i] = A[(row + 2 * i + warp) * pitch_k + t + lane];
    };
    const auto store = [&](unsigned buffer) {
        for (unsigned i = 0; i < rows / 2; ++i)
            As[buffer][lane][2 * i + warp] = next[i];
    };

    float sum[rows] = {};
    fetch(0);
    store(0);
    __syncthreads();
    for (unsigned t = 0, buffer = 0; t < whole_k; t += depth, buffer ^= 1) {
        if (t + depth < whole_k)
            fetch(t + depth);

#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float b = B[(t + k) * pitch_n + col];
            for (unsigned i = 0; i < rows; ++i)
                sum[i] += As[buffer][k][i] * b;
        }
        if (t + depth < whole_k)
            store(buffer ^ 1);
        __syncthreads();
    }
    for (unsigned i = 0; i < rows; ++i)
        C[(row + i) * pitch_n + col] = sum[i];
}
