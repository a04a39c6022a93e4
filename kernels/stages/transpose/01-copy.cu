// SPDX-License-Identifier: GPL-3.0-or-later
// No transpose at all: B = A. Reads and writes are coalesced; nothing that moves
// every element once can move fewer bytes. A thread asks for EACH elements before
// it waits for the first of them: memory is far away, and only what is on its way
// at the same time makes it fast.
extern "C" __global__ void copy(const float* A, float* B, int M, int N)
{
    const int first = blockIdx.x * 256 * EACH + threadIdx.x;

    float v[EACH];
#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (first + e * 256 < M * N)
            v[e] = A[first + e * 256];
#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (first + e * 256 < M * N)
            B[first + e * 256] = v[e];
}
