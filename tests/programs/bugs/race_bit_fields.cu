// SPDX-License-Identifier: GPL-3.0-or-later
// Two warps set two bit-fields of one word: each writes the whole word.
struct Flags {
    unsigned low : 4, high : 4;
};
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Flags flags;
    if (threadIdx.x == 0) {
        flags.low = 0;
        flags.high = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        flags.low = in[0]; // BUG
    if (threadIdx.x == 32)
        flags.high = in[32]; // BUG
    __syncthreads();
    if (threadIdx.x == 0)
        *out = flags.low + 16 * flags.high;
}
