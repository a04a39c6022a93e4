// SPDX-License-Identifier: GPL-3.0-or-later
// A release of device scope, to another block.
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = in[0];
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int v = 0;
        while (v == 0)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
        out[0] = data[0];
    }
}
