// SPDX-License-Identifier: GPL-3.0-or-later
// Each half calls a shuffle of its own, and both name all lanes.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) {
        v += __shfl_down_sync(0xffffffffu, v, 20); // BUG
        out[threadIdx.x] = v * 3;
    } else {
        v -= __shfl_xor_sync(0xffffffffu, v, 17); // BUG
        out[threadIdx.x] = v;
    }
}
