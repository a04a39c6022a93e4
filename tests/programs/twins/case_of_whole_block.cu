// SPDX-License-Identifier: GPL-3.0-or-later
// Cases with barriers, chosen by a value that all threads of the block share.
extern "C" __global__ void kernel(const int* what, const int* in, int* out)
{
    __shared__ int room[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    room[threadIdx.x] = in[i];
    switch (what[blockIdx.x]) {
    case 0:
        __syncthreads();
        out[i] = room[63 - threadIdx.x];
        break;
    case 1:
        __syncthreads();
        out[i] = room[threadIdx.x ^ 1];
        break;
    default:
        out[i] = room[threadIdx.x];
    }
}
