// SPDX-License-Identifier: GPL-3.0-or-later
// As readers_all_counted.cu, with four numbers at once; they are written one by one.
__device__ void count(int* done) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(done, 1);
    }
}

extern "C" __global__ void kernel(int4* table, int* done, int* out) {
    const int b = blockIdx.x, t = threadIdx.x, readers = gridDim.x - 1;
    if (b == readers) {
        if (t == 0) {
            while (atomicAdd(done, 0) < readers)
                ;
            __threadfence();
        }
        __syncthreads();
        reinterpret_cast<int*>(table)[t + 64] = t;
        return;
    }
    const bool early = b > readers;
    if (early)
        count(done);
    const int4 four = table[t];
    out[b * blockDim.x + t] = four.x + four.w;
    if (!early)
        count(done);
}
