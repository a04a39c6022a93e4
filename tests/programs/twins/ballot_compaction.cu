// SPDX-License-Identifier: GPL-3.0-or-later
// One lane takes room for all that have something to write, and tells them where.
extern "C" __global__ void kernel(const int* in, int* out, int* count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const bool keep = in[i] % 3 == 0;
    const unsigned here = __activemask();
    const unsigned those = __ballot_sync(here, keep);
    if (!keep)
        return;
    const int leader = __ffs(those) - 1;
    int base = 0;
    if (threadIdx.x % 32 == leader)
        base = atomicAdd(count, __popc(those));
    base = __shfl_sync(those, base, leader);
    out[base + __popc(those & ((1u << threadIdx.x % 32) - 1))] = i;
}
