// SPDX-License-Identifier: GPL-3.0-or-later
// Two arrays in dynamic shared memory, one behind the other.
extern __shared__ int pool[];
extern "C" __global__ void kernel(const int* in, float* out)
{
    int* keys = pool;
    float* values = reinterpret_cast<float*>(pool + 64);
    if (threadIdx.x < 64)
        keys[threadIdx.x] = in[threadIdx.x];
    else
        values[threadIdx.x - 64] = 0.5f * float(in[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = float(keys[threadIdx.x % 64]) + values[threadIdx.x % 64];
}
