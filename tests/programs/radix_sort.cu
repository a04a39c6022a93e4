// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts 256 keys of each block by one bit after the other; votes give every key its place.
extern "C" __global__ void radixSort(unsigned* keys)
{
    __shared__ unsigned place[256];
    __shared__ int zeros[8], totals[8];
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    unsigned key = keys[blockIdx.x * 256 + t];
    for (int bit = 0; bit < 32; ++bit) {
        const bool one = key >> bit & 1;
        const unsigned votes = __ballot_sync(0xffffffffu, !one);
        const int before = __popc(votes & ((1u << lane) - 1));
        if (lane == 0)
            totals[warp] = __popc(votes);
        __syncthreads();
        if (t < 8) {
            int sum = 0;
            for (int w = 0; w < t; ++w)
                sum += totals[w];
            zeros[t] = sum;
        }
        __syncthreads();
        const int all = zeros[7] + totals[7];
        const int at = one ? all + (t - zeros[warp] - before) : zeros[warp] + before;
        place[at] = key;
        __syncthreads();
        key = place[t];
        __syncthreads();
    }
    keys[blockIdx.x * 256 + t] = key;
}
