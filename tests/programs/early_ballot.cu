// SPDX-License-Identifier: GPL-3.0-or-later
// Votes of the full mask where some lanes have returned: those do not vote.
extern "C" __global__ void earlyBallot(const int* in, int* out, int n)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    const unsigned odd = __ballot_sync(0xffffffffu, in[i] & 1);
    const int all = __all_sync(0xffffffffu, i >= 0), any = __any_sync(0xffffffffu, i < 0);
    out[i] = odd + 2 * all + any;
}
