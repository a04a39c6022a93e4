// SPDX-License-Identifier: GPL-3.0-or-later
// Tiled product whose next tiles are on their way while the present ones are multiplied (cp.async, two buffers).
#define TILE 16
__device__ void copyAsync(float* to, const float* from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

extern "C" __global__ void matmulAsync(const float* a, const float* b, float* c, int n)
{
    __shared__ float as[2][TILE][TILE], bs[2][TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    const auto fetch = [&](int k, int buffer) {
        copyAsync(&as[buffer][ty][tx], a + row * n + k + tx);
        copyAsync(&bs[buffer][ty][tx], b + (k + ty) * n + column);
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float sum = 0;
    fetch(0, 0);
    for (int k = 0, buffer = 0; k < n; k += TILE, buffer ^= 1) {
        if (k + TILE < n) {
            fetch(k + TILE, buffer ^ 1);
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        } else {
            asm volatile("cp.async.wait_group 0;" ::: "memory");
        }
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            sum += as[buffer][ty][i] * bs[buffer][i][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
