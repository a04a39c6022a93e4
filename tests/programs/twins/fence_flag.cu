// SPDX-License-Identifier: GPL-3.0-or-later
// One block hands a value over to the other with a fence and a flag.
__device__ int flag;
extern "C" __global__ void kernel(const int* in, int* box, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        box[0] = in[0];
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence();
        out[0] = box[0];
    }
}
