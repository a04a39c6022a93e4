// SPDX-License-Identifier: GPL-3.0-or-later
// Bitonic sort: within a warp its own barrier is enough, where neither this step nor the next one crosses warps.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            const int other = t ^ j;
            if (other > t) {
                const int a = s[t], b = s[other];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
            if (j > 16 || (j == 1 && k >= 32)) __syncthreads();
            else __syncwarp();
        }
    out[t] = s[t];
}
