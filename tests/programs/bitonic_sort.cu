// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts 1024 keys of each block in shared memory.
extern "C" __global__ void bitonicSort(unsigned* keys)
{
    __shared__ unsigned s[1024];
    unsigned* piece = keys + blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = piece[i];
    for (int size = 2; size <= 1024; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int low = 2 * threadIdx.x - (threadIdx.x & (stride - 1)), high = low + stride;
            const bool ascending = (low & size) == 0;
            const unsigned a = s[low], b = s[high];
            if ((a > b) == ascending) {
                s[low] = b;
                s[high] = a;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        piece[i] = s[i];
}
