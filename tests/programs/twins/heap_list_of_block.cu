// SPDX-License-Identifier: GPL-3.0-or-later
// Thread 0 gives the list back when all are done with it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int* list;
    if (threadIdx.x == 0)
        list = static_cast<int*>(malloc(64 * sizeof(int)));
    __syncthreads();
    list[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = list[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(list);
}
