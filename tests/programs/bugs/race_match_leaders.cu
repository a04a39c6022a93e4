// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes with the same key let one of them count for all: within a warp nobody else has that key, in the block somebody has.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[8];
    const int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    const unsigned same = __match_any_sync(0xffffffffu, in[t]);
    if (t % 32 == __ffs(same) - 1)
        bins[in[t]] += __popc(same); // BUG
    __syncthreads();
    if (t < 8) out[t] = bins[t];
}
