// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of shared memory for two purposes, one after the other: the second begins before all are done with the first.
union Room {
    float values[64];
    int ranks[64];
};
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ Room room;
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    const float mine = in[i];
    room.values[t] = mine;
    __syncthreads();
    int rank = 0;
    for (int k = 0; k < 64; ++k)
        rank += room.values[k] < mine || (room.values[k] == mine && k < t); // BUG
    room.ranks[rank & 63] = t; // BUG
    __syncthreads();
    out[i] = in[blockIdx.x * 64 + (room.ranks[t] & 63)];
}
