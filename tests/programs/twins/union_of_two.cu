// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of shared memory for two purposes, one after the other.
union Room {
    float values[64];
    int ranks[64];
};
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ Room room;
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    room.values[t] = in[i];
    __syncthreads();
    int rank = 0;
    for (int k = 0; k < 64; ++k)
        rank += room.values[k] < room.values[t] || (room.values[k] == room.values[t] && k < t);
    __syncthreads();
    room.ranks[rank] = t;
    __syncthreads();
    out[i] = in[blockIdx.x * 64 + room.ranks[t]];
}
