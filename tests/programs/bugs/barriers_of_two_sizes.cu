// SPDX-License-Identifier: GPL-3.0-or-later
// One pair of warps waits for two more at barrier 1, the other pair at barrier 2.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[128];
    room[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 64)
        asm volatile("bar.sync 1, 128;" ::: "memory"); // BUG
    else
        asm volatile("bar.sync 2, 128;" ::: "memory");
    out[threadIdx.x] = room[127 - threadIdx.x];
}
