// SPDX-License-Identifier: GPL-3.0-or-later
// As race_gatherer_of_hundreds.cu, with three thousand blocks: of none of their six thousand warps it may be forgotten that it has read.
__device__ void count(int* done) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(done, 1);
    }
}

extern "C" __global__ void kernel(int* table, int* done, int* out) {
    const int b = blockIdx.x, t = threadIdx.x, readers = gridDim.x - 1;
    if (b == readers) {
        if (t == 0) {
            while (atomicAdd(done, 0) < readers)
                ;
            __threadfence();
        }
        __syncthreads();
        table[t] = t; // BUG
        return;
    }
    const bool early = b == 2970;
    if (early)
        count(done);
    out[b * blockDim.x + t] = table[t * (2 * b + 3) % 64] + 1; // BUG
    if (!early)
        count(done);
}
