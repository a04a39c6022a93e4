// SPDX-License-Identifier: GPL-3.0-or-later
// Inclusive prefix sum of a block by shuffles: within warps, then over the warps' sums.
__device__ long long scanOfWarp(long long x)
{
    const int lane = threadIdx.x & 31;
    for (int step = 1; step < 32; step *= 2) {
        const long long other = __shfl_up_sync(0xffffffffu, x, step);
        if (lane >= step)
            x += other;
    }
    return x;
}

extern "C" __global__ void scanWarp(const long long* in, long long* out)
{
    __shared__ long long sums[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    long long x = scanOfWarp(in[i]);
    if (lane == 31)
        sums[warp] = x;
    __syncthreads();
    if (warp == 0) {
        const long long s = scanOfWarp(lane < blockDim.x / 32 ? sums[lane] : 0);
        sums[lane] = s;
    }
    __syncthreads();
    out[i] = warp > 0 ? x + sums[warp - 1] : x;
}
