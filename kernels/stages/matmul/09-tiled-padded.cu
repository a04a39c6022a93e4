// SPDX-License-Identifier: GPL-3.0-or-later
// The textbook tile without a single check: the matrices are as large as whole
// tiles, and what was added to them is 0. A row begins on a line of 128 bytes;
// from one to the next it is a pitch.
extern "C" __global__ void tiled_padded(const float* A, const float* B, float* C,
                                        int pitch_k, int pitch_n, int whole_k)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int t = 0; t < whole_k; t += TILE) { // K, rounded up to whole tiles
        As[ty][tx] = A[row * pitch_k + t + tx];
        Bs[ty][tx] = B[(t + ty) * pitch_n + col];
        __syncthreads();

        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * pitch_n + col] = sum;
}
