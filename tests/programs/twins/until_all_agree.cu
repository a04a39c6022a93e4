// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody leaves the loop before everybody may.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[96];
    int left = in[threadIdx.x], rounds = 0;
    room[threadIdx.x] = left;
    do {
        __syncthreads();
        const int neighbour = room[(threadIdx.x + 1) % 96];
        __syncthreads();
        room[threadIdx.x] = left > 0 ? --left : neighbour / 2;
        ++rounds;
    } while (__syncthreads_or(left > 0));
    out[threadIdx.x] = room[95 - threadIdx.x] + rounds;
}
