// SPDX-License-Identifier: GPL-3.0-or-later
// Layer normalisation: one warp for each row, mean and variance in one pass by Welford's way of merging.
extern "C" __global__ void layerNorm(const float* in, const float* scale, const float* shift, float* out, int rows, int columns)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float* x = in + row * columns;
    float mean = 0, square = 0, count = 0;
    for (int c = lane; c < columns; c += 32) {
        count += 1;
        const float delta = x[c] - mean;
        mean += delta / count;
        square += delta * (x[c] - mean);
    }
    for (int step = 16; step > 0; step /= 2) {
        const float otherMean = __shfl_xor_sync(0xffffffffu, mean, step);
        const float otherSquare = __shfl_xor_sync(0xffffffffu, square, step);
        const float delta = otherMean - mean;
        square += otherSquare + delta * delta * count * 0.5f;
        mean = 0.5f * (mean + otherMean);
        count *= 2;
    }
    const float factor = 1.0f / sqrtf(square / columns + 1e-5f);
    for (int c = lane; c < columns; c += 32)
        out[row * columns + c] = (x[c] - mean) * factor * scale[c] + shift[c];
}
