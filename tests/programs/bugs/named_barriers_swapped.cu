// SPDX-License-Identifier: GPL-3.0-or-later
// Two warps come to two barriers in two orders.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    if (t < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG
        asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // BUG
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    out[t] = s[63 - t];
}
