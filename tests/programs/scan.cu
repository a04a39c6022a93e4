// SPDX-License-Identifier: GPL-3.0-or-later
// Inclusive prefix sum of each block's piece: Hillis and Steele, two buffers in shared memory.
extern "C" __global__ void scan(const unsigned* in, unsigned* out, unsigned* sums)
{
    __shared__ unsigned buffer[2][256];
    const unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
    int from = 0;
    buffer[0][t] = in[i];
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        const unsigned value = buffer[from][t] + (t >= step ? buffer[from][t - step] : 0);
        buffer[1 - from][t] = value;
        from = 1 - from;
        __syncthreads();
    }
    out[i] = buffer[from][t];
    if (t == 255)
        sums[blockIdx.x] = buffer[from][t];
}
