// SPDX-License-Identifier: GPL-3.0-or-later
// A scan that works its way up and down a tree: who adds to the root sets it to zero, and needs no barrier for that.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        const int at = 2 * d * (t + 1) - 1;
        if (at < 64) s[at] += s[at - d];
    }
    if (t == 0) s[63] = 0;
    for (int d = 32; d > 0; d /= 2) {
        __syncthreads();
        const int at = 2 * d * (t + 1) - 1;
        if (at < 64) {
            const int left = s[at - d];
            s[at - d] = s[at];
            s[at] += left;
        }
    }
    __syncthreads();
    out[t] = s[t];
}
