// SPDX-License-Identifier: GPL-3.0-or-later
// Sums 128 elements for each block.
extern "C" __global__ void total(const int* x, int* sum)
{
    __shared__ int part[128];
    const int t = threadIdx.x;
    part[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, part[0]);
}
