// SPDX-License-Identifier: GPL-3.0-or-later
// Pi by counting points in a quarter of a circle; xorshift in every thread, one atomic for each warp.
extern "C" __global__ void monteCarlo(unsigned long long* inside, int points)
{
    unsigned s = 0x9e3779b9u * (blockIdx.x * blockDim.x + threadIdx.x + 1);
    int count = 0;
    for (int i = 0; i < points; ++i) {
        unsigned p[2];
        for (unsigned& word : p) {
            s ^= s << 13;
            s ^= s >> 17;
            s ^= s << 5;
            word = s;
        }
        const float x = (p[0] >> 8) * 0x1p-24f, y = (p[1] >> 8) * 0x1p-24f;
        count += x * x + y * y < 1.0f;
    }
    for (int step = 16; step > 0; step /= 2)
        count += __shfl_down_sync(0xffffffffu, count, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(inside, (unsigned long long)count);
}
