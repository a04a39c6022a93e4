// SPDX-License-Identifier: GPL-3.0-or-later
// A sum in shared memory: who is not needed any more returns, and the barriers are for those who are left.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x >= half)
            return;
        s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    out[0] = s[0];
}
