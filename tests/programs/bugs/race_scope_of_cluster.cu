// SPDX-License-Identifier: GPL-3.0-or-later
// A flag of the cluster's scope, and who reads it belongs to another cluster.
#include <cooperative_groups.h>
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* flags, int* data, int* out)
{
    if (threadIdx.x != 0) return;
    const int b = blockIdx.x;
    if (b == 0) {
        data[0] = in[0]; // BUG
        asm volatile("st.release.cluster.global.u32 [%0], 1;" ::"l"(flags) : "memory"); // BUG
    } else if (b == 2) {
        int v = 0;
        while (v == 0)
            asm volatile("ld.acquire.cluster.global.u32 %0, [%1];" : "=r"(v) : "l"(flags) : "memory"); // BUG
        out[0] = data[0]; // BUG
    }
}
