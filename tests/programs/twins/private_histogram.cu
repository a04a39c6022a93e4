// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram with a copy for each warp, added up behind a barrier.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[4][32];
    bins[threadIdx.x / 32][threadIdx.x % 32] = 0;
    __syncwarp();
    atomicAdd(&bins[threadIdx.x / 32][in[threadIdx.x]], 1);
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = bins[0][threadIdx.x] + bins[1][threadIdx.x] + bins[2][threadIdx.x] + bins[3][threadIdx.x];
}
