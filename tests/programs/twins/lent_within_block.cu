// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers to shared memory lie in global memory: each block follows its own; of the others' it looks at the number alone, and
// takes the copy in global memory.
struct Slot { int* tile; int* copy; };
extern "C" __global__ void kernel(const int* in, Slot* slots, int* copies, int* ready, int* out)
{
    __shared__ int tile[64];
    const int t = threadIdx.x, b = blockIdx.x, other = 1 - b;
    tile[t] = in[b * 64 + t];
    copies[b * 64 + t] = in[b * 64 + t];
    __syncthreads();
    if (t == 0) {
        slots[b].tile = tile;
        slots[b].copy = copies + b * 64;
        __threadfence();
        atomicAdd(ready, 1);
        while (atomicAdd(ready, 0) != 2)
            ;
    }
    __syncthreads();
    __threadfence();
    const int* own = slots[b].tile;
    const Slot theirs = slots[other];
    const int same = theirs.tile == own ? 1 : 0;
    out[b * 64 + t] = own[63 - t] + theirs.copy[t] + same;
}
