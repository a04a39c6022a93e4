// SPDX-License-Identifier: GPL-3.0-or-later
// The flag is looked at once, and what it says is not minded: right if the first block comes first.
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = in[0]; // BUG
        __threadfence();
        atomicExch(flag, 1);
    } else {
        const int there = atomicAdd(flag, 0);
        __threadfence();
        out[0] = there >= 0 ? data[0] : 0; // BUG
    }
}
