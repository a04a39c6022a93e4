// SPDX-License-Identifier: GPL-3.0-or-later
// The first warp scans the sums of all warps, of which it has not waited for all.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int sums[8];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = in[threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
        const int w = __shfl_up_sync(~0u, v, d);
        v += lane >= d ? w : 0;
    }
    if (lane == 31)
        sums[warp] = v; // BUG
    if (warp == 0) {
        int s = lane < 8 ? sums[lane] : 0; // BUG
        for (int d = 1; d < 8; d *= 2) {
            const int w = __shfl_up_sync(~0u, s, d);
            s += lane >= d ? w : 0;
        }
        if (lane < 8)
            sums[lane] = s; // BUG
    }
    __syncthreads();
    out[threadIdx.x] = v + (warp > 0 ? sums[warp - 1] : 0);
}
