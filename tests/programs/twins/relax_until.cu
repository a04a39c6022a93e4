// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds go on until nobody has changed anything: a vote with a barrier.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int value[128];
    const int t = threadIdx.x;
    value[t] = in[t];
    int changed = 0;
    do {
        __syncthreads();
        const int left = t ? value[t - 1] : value[t];
        changed = left > value[t];
        __syncthreads();
        if (changed) value[t] = left;
    } while (__syncthreads_or(changed));
    out[t] = value[t];
}
