// SPDX-License-Identifier: GPL-3.0-or-later
// A row has 16 elements; what is read behind it is the next row's.
extern "C" __global__ void kernel(const float (*rows)[16], float* out)
{
    float sum = 0;
    for (int k = 0; k <= 16 && threadIdx.x < 31; ++k)
        sum += rows[threadIdx.x][k]; // BUG
    out[threadIdx.x] = sum;
}
