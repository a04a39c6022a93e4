// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes with the same key let one of them count for all, each warp in bins of its own, round after round.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[2][8];
    const int t = threadIdx.x, warp = t / 32;
    if (t % 32 < 8) bins[warp][t % 32] = 0;
    __syncwarp();
    for (int round = 0; round < 2; ++round) {
        const int key = in[warp * 32 + (t + round) % 32];
        const unsigned same = __match_any_sync(0xffffffffu, key);
        if (t % 32 == __ffs(same) - 1)
            bins[warp][key] += __popc(same);
        __syncwarp();
    }
    __syncthreads();
    if (t < 8) out[t] = bins[0][t] + bins[1][t];
}
