// SPDX-License-Identifier: GPL-3.0-or-later
// Each word has one thread that sets bits in it.
extern "C" __global__ void kernel(const int* in, unsigned* out)
{
    __shared__ unsigned set[8];
    if (threadIdx.x < 8) {
        set[threadIdx.x] = 0;
        for (int k = 0; k < 64; ++k)
            if (in[k] / 32 == threadIdx.x)
                set[threadIdx.x] |= 1u << in[k] % 32;
    }
    __syncthreads();
    if (threadIdx.x < 8)
        out[threadIdx.x] = set[7 - threadIdx.x];
}
