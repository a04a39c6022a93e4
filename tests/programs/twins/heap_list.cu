// SPDX-License-Identifier: GPL-3.0-or-later
// Memory from the heap, handed over to another thread at a barrier and given back by that one.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int* box[32];
    int* mine = static_cast<int*>(malloc(8));
    mine[0] = in[threadIdx.x];
    box[threadIdx.x] = mine;
    __syncthreads();
    int* other = box[31 - threadIdx.x];
    out[threadIdx.x] = other[0];
    free(other);
}
