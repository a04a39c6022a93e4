// SPDX-License-Identifier: GPL-3.0-or-later
// A scan after Hillis and Steele, in two buffers that change places: one barrier a step.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    const int t = threadIdx.x;
    int from = 0;
    s[from][t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    out[t] = s[from][t];
}
