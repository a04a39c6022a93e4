// SPDX-License-Identifier: GPL-3.0-or-later
// One block hands 32 values to another: each lane fences, one sets the flag; one looks, all are behind its fence.
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = in[threadIdx.x] * 3;
        __threadfence();
        __syncwarp();
        if (threadIdx.x == 0)
            asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        if (threadIdx.x == 0) {
            int seen;
            do
                asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
            while (seen == 0);
        }
        __syncwarp();
        __threadfence();
        out[threadIdx.x] = data[31 - threadIdx.x];
    }
}
