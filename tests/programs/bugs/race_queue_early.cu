// SPDX-License-Identifier: GPL-3.0-or-later
// A queue whose end is moved before the item is there.
extern "C" __global__ void kernel(const int* in, int* items, int* ends, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x < 2) {
        const int place = atomicAdd(&ends[1], 1);
        items[place] = in[blockIdx.x] | 1; // BUG
        __threadfence();
    } else {
        int head = atomicAdd(&ends[0], 1);
        while (atomicAdd(&ends[1], 0) <= head)
            ;
        __threadfence();
        out[head] = items[head]; // BUG
    }
}
