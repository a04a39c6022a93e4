// SPDX-License-Identifier: GPL-3.0-or-later
// The last steps of a sum within a warp, each with its two __syncwarp.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        int v = s[threadIdx.x] + s[threadIdx.x + 32];
        for (int half = 16; half > 0; half /= 2) {
            s[threadIdx.x] = v;
            __syncwarp();
            v += s[(threadIdx.x + half) % 32];
            __syncwarp();
        }
        if (threadIdx.x == 0)
            out[0] = v;
    }
}
