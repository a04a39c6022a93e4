// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a warp by label and by condition, and those who happen to be there.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out, int* more)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int t = threadIdx.x;
    auto group = cg::labeled_partition(warp, in[t] % 3);
    auto odd = cg::binary_partition(warp, in[t] & 1);
    out[t] = cg::reduce(group, in[t], cg::plus<int>()) + odd.thread_rank();
    more[t] = cg::inclusive_scan(warp, in[t]);
    auto active = cg::coalesced_threads();
    if (in[t] > 50) {
        auto few = cg::coalesced_threads();
        more[t] += few.shfl(in[t], 0) + few.size();
    }
}
