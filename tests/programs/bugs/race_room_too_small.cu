// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread asks for room by an atomic counter, and writes one element more than it has asked for.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int used;
    __shared__ int room[512];
    const int t = threadIdx.x;
    if (t == 0) used = 0;
    for (int i = t; i < 512; i += 64) room[i] = 0;
    __syncthreads();
    const int many = in[t] + 1, from = atomicAdd(&used, many);
    for (int i = 0; i <= many; ++i) room[from + i] = t; // BUG
    __syncthreads();
    for (int i = t; i < 512; i += 64) out[i] = room[i];
}
