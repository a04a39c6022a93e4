// SPDX-License-Identifier: GPL-3.0-or-later
// As race_reader_of_thousands.cu, where all tell behind what they have read.
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
        table[t] = t;
        return;
    }
    const bool early = b > readers;
    if (early)
        count(done);
    out[b * blockDim.x + t] = table[t] + 1;
    if (!early)
        count(done);
}
