// SPDX-License-Identifier: GPL-3.0-or-later
// Which element a lane reads is data here: 32 indices, one for each lane, made
// from the expression that is typed above. All warps read alike.
extern "C" __global__ void expression(const float* x, const int* index, float* y, int N)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int at = index[threadIdx.x % 32];
#if SHARED
    __shared__ float words[1024];
    for (int k = threadIdx.x; k < 1024; k += 256)
        words[k] = x[k];
    __syncthreads();
    if (i < N)
        y[i] = words[at];
#else
    if (i < N)
        y[i] = x[at];
#endif
}
