// SPDX-License-Identifier: GPL-3.0-or-later
// Two buffers that change places, with one barrier too few: fast threads come round before slow ones have read.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    int sum = 0;
    s[0][threadIdx.x] = in[threadIdx.x];
    for (int step = 0; step < 4; ++step) {
        __syncthreads();
        s[(step + 1) % 2][threadIdx.x] = s[step % 2][63 - threadIdx.x] + 1; // BUG
        sum += s[(step + 1) % 2][(threadIdx.x + 32) % 64]; // BUG
    }
    out[threadIdx.x] = sum;
}
