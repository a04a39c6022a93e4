// SPDX-License-Identifier: GPL-3.0-or-later
// The first tiled version of the course. A tile is as large as the block, and how
// large that is only the launch says: two tiles lie in one array in shared
// memory. Blocks step over rows and columns of the matrices extended to whole
// tiles; what lies outside of them is loaded as zero and never stored.
extern "C" __global__ void dynamic_tile(const float* A, const float* B, float* C,
                                        unsigned M, unsigned N, unsigned K)
{
    extern __shared__ float tiles[]; // 2 * tile * tile floats, given at the launch
    const unsigned tile = blockDim.x;
    float* As = tiles;
    float* Bs = tiles + tile * tile;

    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const unsigned wholeM = (M + tile - 1) / tile * tile;
    const unsigned wholeN = (N + tile - 1) / tile * tile;

    for (unsigned row = blockIdx.y * tile + ty; row < wholeM; row += gridDim.y * tile)
        for (unsigned col = blockIdx.x * tile + tx; col < wholeN; col += gridDim.x * tile) {
            float sum = 0.0f;
            for (unsigned t = 0; t < K; t += tile) {
                As[ty * tile + tx] = row < M && t + tx < K ? A[row * K + t + tx] : 0.0f;
                Bs[ty * tile + tx] = t + ty < K && col < N ? B[(t + ty) * N + col] : 0.0f;
                __syncthreads();

                for (unsigned k = 0; k < tile; ++k)
                    sum += As[ty * tile + k] * Bs[k * tile + tx];
                __syncthreads();
            }
            if (row < M && col < N)
                C[row * N + col] = sum;
        }
}
