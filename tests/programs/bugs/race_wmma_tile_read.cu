// SPDX-License-Identifier: GPL-3.0-or-later
// The other warp reads the product of the first before it is there.
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void kernel(const half* a, const half* b, float* out)
{
    __shared__ float tile[16 * 16];
    if (threadIdx.x < 32) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
        wmma::fill_fragment(fc, 0.0f);
        wmma::load_matrix_sync(fa, a, 16);
        wmma::load_matrix_sync(fb, b, 16);
        wmma::mma_sync(fc, fa, fb, fc);
        wmma::store_matrix_sync(tile, fc, 16, wmma::mem_row_major); // BUG
        __syncwarp();
    }
    out[threadIdx.x] = tile[threadIdx.x * 4]; // BUG
}
