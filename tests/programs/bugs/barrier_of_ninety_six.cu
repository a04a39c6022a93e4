// SPDX-License-Identifier: GPL-3.0-or-later
// Three warps are counted at the named barrier, and one of them has returned.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[96];
    const int warp = threadIdx.x / 32;
    if (warp == 3) {
        out[threadIdx.x] = in[threadIdx.x];
        return;
    }
    if (warp == 1 && in[0] != 0)
        return;
    room[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.sync 1, 96;" ::: "memory"); // BUG
    out[threadIdx.x] = room[threadIdx.x < 32 ? threadIdx.x : 0];
}
