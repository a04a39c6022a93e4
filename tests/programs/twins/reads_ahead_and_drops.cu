// SPDX-License-Identifier: GPL-3.0-or-later
// The next element is read before it is known whether there is one.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int keys[65];
    keys[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int at = threadIdx.x, key = keys[at], sum = 0;
    while (at < 64) {
        sum += key;
        key = keys[++at];
    }
    out[threadIdx.x] = sum;
}
