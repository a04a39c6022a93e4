// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax of each row: the largest element and the sum by shuffles and shared memory.
__device__ float overBlock(float x, bool largest, float* shared)
{
    for (int step = 16; step > 0; step /= 2) {
        const float other = __shfl_xor_sync(0xffffffffu, x, step);
        x = largest ? fmaxf(x, other) : x + other;
    }
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = x;
    __syncthreads();
    x = shared[threadIdx.x % (blockDim.x / 32)];
    for (int step = blockDim.x / 64; step > 0; step /= 2) {
        const float other = __shfl_xor_sync(0xffffffffu, x, step);
        x = largest ? fmaxf(x, other) : x + other;
    }
    __syncthreads();
    return x;
}

extern "C" __global__ void softmax(const float* in, float* out, int columns)
{
    __shared__ float shared[32];
    const float* row = in + blockIdx.x * columns;
    float top = -1e30f, sum = 0;
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        top = fmaxf(top, row[c]);
    top = overBlock(top, true, shared);
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        sum += expf(row[c] - top);
    sum = overBlock(sum, false, shared);
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        out[blockIdx.x * columns + c] = expf(row[c] - top) / sum;
}
