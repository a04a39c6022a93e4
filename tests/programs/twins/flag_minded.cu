// SPDX-License-Identifier: GPL-3.0-or-later
// The flag is looked at once: what it guards is read only where it is there.
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = in[0];
        __threadfence();
        atomicExch(flag, 1);
    } else {
        const int there = atomicAdd(flag, 0);
        __threadfence();
        out[0] = there > 0 ? data[0] : 0;
    }
}
