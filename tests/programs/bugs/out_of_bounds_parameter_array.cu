// SPDX-License-Identifier: GPL-3.0-or-later
// Weights in constant memory, one too few for the taps.
struct Weights {
    int count;
    int w[7];
};
__constant__ Weights weights = {8, {1, 2, 3, 4, 5, 6, 7}};
__constant__ int after = 9;
extern "C" __global__ void kernel(const int* in, int* out)
{
    int sum = after;
    for (int k = 0; k < weights.count; ++k)
        sum += weights.w[k] * in[(threadIdx.x + k) % 16]; // BUG
    out[threadIdx.x] = sum;
}
