// SPDX-License-Identifier: GPL-3.0-or-later
// Where a pattern of four letters stands in a text of the letters a to d: positions in any order, sorted by a bit map.
__constant__ char pattern[4] = {'a', 'c', 'a', 'b'};
extern "C" __global__ void stringSearch(const unsigned char* text, unsigned* found, unsigned* count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool same = i + 4 <= n;
    for (int k = 0; same && k < 4; ++k)
        same = (char)('a' + (text[i + k] & 3)) == pattern[k];
    const unsigned votes = __ballot_sync(0xffffffffu, same);
    if (threadIdx.x % 32 == 0) {
        found[i / 32] = votes;
        atomicAdd(count, __popc(votes));
    }
}
