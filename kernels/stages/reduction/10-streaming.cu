// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing but memory is left to wait for: 16 bytes with each load, four loads under
// way in each thread, and all multiprocessors full. The block that finishes last
// adds the sums of all the others, so one launch is enough and the order of the
// additions fixed.
__device__ unsigned warpSum(unsigned v)
{
    for (int s = 16; s > 0; s /= 2)
        v += __shfl_down_sync(0xffffffff, v, s);
    return v; // right in lane 0
}

/// Right in thread 0.
__device__ unsigned blockSum(unsigned v)
{
    __shared__ unsigned part[8];
    const int t = threadIdx.x;
    v = warpSum(v);
    __syncthreads(); // part may still be read from the call before
    if (t % 32 == 0)
        part[t / 32] = v;
    __syncthreads();
    return t < 32 ? warpSum(t < 8 ? part[t] : 0) : 0;
}

__device__ unsigned squares(int4 v)
{
    const unsigned a = v.x, b = v.y, c = v.z, d = v.w;
    return a * a + b * b + c * c + d * d;
}

extern "C" __global__ void streaming(const int* x, unsigned* sum, unsigned* partial,
                                     unsigned* finished, int N)
{
    const int4* x4 = (const int4*)x;
    const int count = N / 4, step = BLOCKS * 256;
    const int thread = blockIdx.x * 256 + threadIdx.x;

    unsigned mine = 0;
    int i = thread;
    for (; i + 3 * step < count; i += 4 * step) {
        const int4 a = x4[i], b = x4[i + step];
        const int4 c = x4[i + 2 * step], d = x4[i + 3 * step];
        mine += squares(a) + squares(b) + squares(c) + squares(d);
    }
    for (; i < count; i += step)
        mine += squares(x4[i]);
    if (thread < N % 4) { // the last elements, where N is no multiple of four
        const unsigned v = x[4 * count + thread];
        mine += v * v;
    }
    mine = blockSum(mine);

    __shared__ bool isLast;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = mine;
        __threadfence(); // the sum is there before it is counted
        // Counts from 0, and the last one sets it back to 0 for the next launch.
        isLast = atomicInc(finished, BLOCKS - 1) == BLOCKS - 1;
    }
    __syncthreads();
    if (!isLast)
        return;

    __threadfence();
    unsigned all = 0;
    for (int b = threadIdx.x; b < BLOCKS; b += 256)
        all += __ldcg(&partial[b]); // from L2, where the other blocks wrote it
    all = blockSum(all);
    if (threadIdx.x == 0)
        *sum = all;
}
