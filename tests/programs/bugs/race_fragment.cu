// SPDX-License-Identifier: GPL-3.0-or-later
// A fragment is read from the tile of the other warp.
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void kernel(const half* in, float* out)
{
    __shared__ alignas(32) half tile[2][256];
    const int warp = threadIdx.x / 32;
    for (int i = threadIdx.x % 32; i < 256; i += 32)
        tile[warp][i] = in[warp * 256 + i]; // BUG
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    __syncwarp();
    wmma::load_matrix_sync(a, tile[warp], 16);
    wmma::load_matrix_sync(b, tile[1 - warp], 16); // BUG
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out + warp * 256, c, 16, wmma::mem_row_major);
}
