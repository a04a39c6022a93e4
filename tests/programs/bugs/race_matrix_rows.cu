// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a matrix are read before the other warp has written them.
extern "C" __global__ void kernel(const unsigned short* in, unsigned* out)
{
    __shared__ alignas(16) unsigned short tile[16][16];
    for (int i = threadIdx.x; i < 256; i += 64)
        tile[i / 16][i % 16] = in[i]; // BUG
    const int lane = threadIdx.x % 32;
    unsigned a;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"((unsigned)__cvta_generic_to_shared(&tile[8 + lane % 8][0]))); // BUG
    out[threadIdx.x] = a;
}
