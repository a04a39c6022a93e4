// SPDX-License-Identifier: GPL-3.0-or-later
// Each warp clears and counts its own bins; the block adds them behind a barrier.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[4][16];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 16)
        bins[warp][lane] = 0;
    __syncwarp();
    atomicAdd(&bins[warp][in[blockIdx.x * 128 + threadIdx.x]], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&out[threadIdx.x], bins[0][threadIdx.x] + bins[1][threadIdx.x] + bins[2][threadIdx.x] +
                                         bins[3][threadIdx.x]);
}
