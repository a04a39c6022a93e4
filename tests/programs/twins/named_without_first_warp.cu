// SPDX-License-Identifier: GPL-3.0-or-later
// The first warp leaves; the barrier counts the others alone.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[96];
    if (threadIdx.x < 32) {
        out[threadIdx.x] = in[threadIdx.x];
        return;
    }
    const int t = threadIdx.x - 32;
    room[t] = in[threadIdx.x];
    asm volatile("barrier.sync 3, 96;" ::: "memory");
    out[threadIdx.x] = room[95 - t];
    asm volatile("barrier.sync 3, 96;" ::: "memory");
    room[95 - t] = t;
}
