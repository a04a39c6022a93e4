// SPDX-License-Identifier: GPL-3.0-or-later
// Recursion with a small array in each call.
__device__ __noinline__ int sum(const int* in, int begin, int end)
{
    int part[2];
    if (end - begin <= 2) {
        part[0] = in[begin];
        part[1] = end - begin == 2 ? in[begin + 1] : 0;
    } else {
        const int middle = (begin + end) / 2;
        part[0] = sum(in, begin, middle);
        part[1] = sum(in, middle, end);
    }
    return part[0] + part[1];
}
extern "C" __global__ void kernel(const int* in, int* out) { out[threadIdx.x] = sum(in, threadIdx.x, 64 - threadIdx.x / 2); }
