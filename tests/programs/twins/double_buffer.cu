// SPDX-License-Identifier: GPL-3.0-or-later
// Two buffers that change places, with the one barrier a step that it takes.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    s[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int step = 0; step < 5; ++step) {
        s[(step + 1) % 2][threadIdx.x] = s[step % 2][63 - threadIdx.x] + 1;
        __syncthreads();
    }
    out[threadIdx.x] = s[1][threadIdx.x];
}
