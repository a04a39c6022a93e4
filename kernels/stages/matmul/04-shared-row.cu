// SPDX-License-Identifier: GPL-3.0-or-later
// One block, one row of C. The row of A is read from global memory once and
// from then on from shared memory, where all lanes get the same word in one
// wavefront. From one row of a matrix to the next it is a pitch: its length, or with
// PITCH so much more that every row begins on a line of 128 bytes.
extern "C" __global__ void shared_row(const float* A, const float* B, float* C,
                                      int M, int N, int K, int pitch_k, int pitch_n)
{
    extern __shared__ float row_of_a[]; // K floats, given at the launch
    const int row = blockIdx.x;

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
