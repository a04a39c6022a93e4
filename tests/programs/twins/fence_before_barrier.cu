// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread has its fence, and one of them raises the flag behind the barrier.
extern "C" __global__ void kernel(const int* in, int* data, int* out, int* flag)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = in[t];
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(flag, 1);
    } else {
        if (t == 0) {
            while (atomicAdd(flag, 0) == 0)
                ;
            __threadfence();
        }
        __syncthreads();
        out[t] = data[63 - t];
    }
}
