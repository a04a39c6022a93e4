// SPDX-License-Identifier: GPL-3.0-or-later
// A lock by a sequence number: what is read while somebody writes is thrown away, but it has been read.
__device__ unsigned sequence;
__device__ int a, b;
extern "C" __global__ void kernel(int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        for (int i = 1; i < 5; ++i) {
            atomicAdd(&sequence, 1);
            __threadfence();
            a = i; // BUG
            b = -i; // BUG
            __threadfence();
            atomicAdd(&sequence, 1);
        }
    } else {
        unsigned before, after;
        int x, y;
        do {
            before = atomicAdd(&sequence, 0);
            __threadfence();
            x = a; // BUG
            y = b; // BUG
            __threadfence();
            after = atomicAdd(&sequence, 0);
        } while (before != after || before % 2 != 0);
        out[0] = x;
        out[1] = y;
    }
}
