// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads read, a third one writes: it meets the first reader, too.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = in[0];
    __syncthreads();
    int got = 0;
    if (threadIdx.x == 0 || threadIdx.x == 32)
        got = s; // BUG
    __syncwarp();
    if (threadIdx.x == 33)
        s = in[1]; // BUG
    out[threadIdx.x] = got;
}
