// SPDX-License-Identifier: GPL-3.0-or-later
// A scan after Hillis and Steele, in one buffer: all have read before anybody writes.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[t] = s[t];
}
