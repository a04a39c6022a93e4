// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram in shared memory with a column for each thread: nobody else counts there.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[16][64];
    for (int i = 0; i < 16; ++i)
        bins[i][threadIdx.x] = 0;
    bins[in[threadIdx.x]][threadIdx.x]++;
    __syncthreads();
    if (threadIdx.x < 16) {
        int sum = 0;
        for (int t = 0; t < 64; ++t)
            sum += bins[threadIdx.x][t];
        out[threadIdx.x] = sum;
    }
}
