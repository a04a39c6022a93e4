// SPDX-License-Identifier: GPL-3.0-or-later
// A warp looks at 32 blocks at once, in the order of tickets.
extern "C" __global__ void kernel(const int* in, int* out, int* state, int* sums, int* prefixes, int* tickets)
{
    int lane = threadIdx.x, block = 0;
    if (lane == 0)
        block = atomicAdd(tickets, 1);
    block = __shfl_sync(~0u, block, 0);
    int v = in[block * 32 + lane], sum = v;
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, sum, d);
        sum += lane >= d ? o : 0;
    }
    int all = __shfl_sync(~0u, sum, 31), before = 0;
    if (lane == 0) {
        (block == 0 ? prefixes : sums)[block] = all;
        __threadfence();
        atomicExch(&state[block], block == 0 ? 2 : 1);
    }
    if (block > 0) {
        for (int first = block - 1;; first -= 32) {
            int other = first - lane, seen = 2;
            if (other >= 0)
                while ((seen = atomicAdd(&state[other], 0)) == 0)
                    ;
            __threadfence();
            int part = other < 0 ? 0 : seen == 2 ? prefixes[other] : sums[other];
            unsigned done = __ballot_sync(~0u, seen == 2);
            int last = done ? __ffs(done) - 1 : 31;
            part = lane <= last ? part : 0;
            for (int d = 16; d > 0; d /= 2)
                part += __shfl_xor_sync(~0u, part, d);
            before += part;
            if (done)
                break;
        }
        if (lane == 0) {
            prefixes[block] = before + all;
            __threadfence();
            atomicExch(&state[block], 2);
        }
    }
    out[block * 32 + lane] = before + sum;
}
