// SPDX-License-Identifier: GPL-3.0-or-later
// The read-only path for what the same kernel has written: a barrier does not help.
extern "C" __global__ void kernel(const int* in, int* work, int* out)
{
    const int t = threadIdx.x;
    work[t] = in[t] * 2; // BUG
    __syncthreads();
    out[t] = __ldg(work + 63 - t); // BUG
}
