// SPDX-License-Identifier: GPL-3.0-or-later
// Prefix sum over all blocks in one pass: each block looks back at what the ones before it have published.
__device__ volatile unsigned long long published[1024]; // state in the upper half: 1 its own sum, 2 that of all up to it
__device__ unsigned nextBlock;
extern "C" __global__ void scanLookback(const unsigned* in, unsigned* out)
{
    __shared__ unsigned s[256], block, before;
    if (threadIdx.x == 0)
        block = atomicAdd(&nextBlock, 1u);
    __syncthreads();
    const unsigned t = threadIdx.x, i = block * 256 + t;
    unsigned x = in[i] & 0xffff;
    s[t] = x;
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        const unsigned other = t >= step ? s[t - step] : 0;
        __syncthreads();
        s[t] = x += other;
        __syncthreads();
    }
    if (t == 255) {
        unsigned sum = 0;
        if (block == 0) {
            published[0] = 2ull << 32 | x;
        } else {
            published[block] = 1ull << 32 | x;
            __threadfence();
            for (int b = block - 1;; --b) {
                unsigned long long word;
                do
                    word = published[b];
                while (word >> 32 == 0);
                sum += (unsigned)word;
                if (word >> 32 == 2)
                    break;
            }
            published[block] = 2ull << 32 | (sum + x);
        }
        before = sum;
    }
    __syncthreads();
    out[i] = before + x;
}
