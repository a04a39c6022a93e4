// SPDX-License-Identifier: GPL-3.0-or-later
// One lane looks at the flag and tells the others by a shuffle, which orders nothing.
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = in[threadIdx.x] * 3; // BUG
        __threadfence();
        __syncwarp();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
    } else {
        int seen = 0;
        do {
            if (threadIdx.x == 0)
                seen = atomicAdd(flag, 0);
            seen = __shfl_sync(~0u, seen, 0);
        } while (seen == 0);
        __threadfence();
        out[threadIdx.x] = data[31 - threadIdx.x]; // BUG
    }
}
