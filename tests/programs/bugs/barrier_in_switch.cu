// SPDX-License-Identifier: GPL-3.0-or-later
// Each case has a barrier of its own.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    int v = 0;
    switch (in[threadIdx.x]) {
    case 0:
        __syncthreads(); // BUG
        v = room[63 - threadIdx.x];
        break;
    case 1:
        v = 7;
        __syncthreads(); // BUG
        v += room[threadIdx.x ^ 1];
        break;
    default:
        v = 9;
    }
    out[threadIdx.x] = v;
}
