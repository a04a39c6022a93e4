// SPDX-License-Identifier: GPL-3.0-or-later
// An array of the library has seven bins, and the loop goes to the eighth: the sum behind it is lost.
#include <cuda/std/array>

struct Row {
    cuda::std::array<float, 7> bins;
    float sum;
};

extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ Row rows[32];
    Row& row = rows[threadIdx.x];
    row.sum = 1;
    for (int i = 0; i <= 7; ++i) row.bins[i] = in[threadIdx.x] * i; // BUG
    out[threadIdx.x] = row.sum;
}
