// SPDX-License-Identifier: GPL-3.0-or-later
// All of an array of the library, by its size, by a span, and from its end; and one of arrays.
#include <cuda/std/array>
#include <cuda/std/span>

struct Row {
    cuda::std::array<float, 7> bins;
    float sum;
};

__device__ float sumOf(const cuda::std::array<float, 7>& bins)
{
    float sum = 0;
    for (int i = 6; i >= 0; --i) sum += bins[i];
    return sum;
}

extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ Row rows[32];
    Row& row = rows[threadIdx.x];
    row.sum = 0;
    for (int i = 0; i < row.bins.size(); ++i) row.bins[i] = in[threadIdx.x] * i;
    cuda::std::span<float, 7> all(row.bins);
    for (const float each : all) row.sum += each;
    cuda::std::array<cuda::std::array<float, 2>, 3> pairs{};
    for (int i = 0; i < 6; ++i) pairs[i / 2][i % 2] = row.bins[i + 1];
    out[threadIdx.x] = row.sum + sumOf(row.bins) + all[6] + row.bins.back() + pairs[2][threadIdx.x % 2];
}
