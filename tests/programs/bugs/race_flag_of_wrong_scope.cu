// SPDX-License-Identifier: GPL-3.0-or-later
// Released to the block, acquired by another one.
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = *in; // BUG
        asm volatile("st.release.cta.global.s32 [%0], 1;" ::"l"(flag) : "memory"); // BUG
    } else {
        int seen;
        do
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory"); // BUG
        while (seen == 0);
        *out = *data; // BUG
    }
}
