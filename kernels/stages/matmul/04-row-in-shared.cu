// SPDX-License-Identifier: GPL-3.0-or-later
// One block, one row of C. The row of A is read from global memory once and
// from then on from shared memory, where all lanes get the same word in one
// wavefront. With PITCH the rows of all matrices begin on a line of 128 bytes.
extern "C" __global__ void row_in_shared(const float* A, const float* B, float* C,
                                         int M, int N, int K)
{
    extern __shared__ float row_of_a[]; // K floats, given at the launch
    const int row = blockIdx.x;
    const int pitch_k = PITCH ? (K + 31) / 32 * 32 : K; // from one row of A to the next
    const int pitch_n = PITCH ? (N + 31) / 32 * 32 : N; // of B and of C

    for (int k = threadIdx.x; k < K; k += BLOCK)
        row_of_a[k] = A[row * pitch_k + k];
    __syncthreads();

    for (int col = threadIdx.x; col < N; col += BLOCK) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += row_of_a[k] * B[k * pitch_n + col];
        C[row * pitch_n + col] = sum;
    }
}
