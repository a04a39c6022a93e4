// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void total(const int* x, int* sums)
{
    __shared__ int part[256];
    const int t = threadIdx.x;
    part[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}
