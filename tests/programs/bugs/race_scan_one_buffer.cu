// SPDX-License-Identifier: GPL-3.0-or-later
// A scan after Hillis and Steele, in one buffer: a neighbour is read while it is changed.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (t >= d)
            s[t] += s[t - d]; // BUG
        __syncthreads();
    }
    out[t] = s[t];
}
