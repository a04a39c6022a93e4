// SPDX-License-Identifier: GPL-3.0-or-later
// Partial sums of columns are added up by the first row before the other rows are done in the second round.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float part[4][32];
    for (int c = 0; c < 2; ++c) {
        float s = 0;
        for (int r = threadIdx.y; r < 64; r += 4)
            s += in[r * 64 + c * 32 + threadIdx.x];
        part[threadIdx.y][threadIdx.x] = s; // BUG
        __syncthreads();
        if (threadIdx.y == 0)
            out[c * 32 + threadIdx.x] = part[0][threadIdx.x] + part[1][threadIdx.x] + part[2][threadIdx.x] + part[3][threadIdx.x]; // BUG
    }
}
