// SPDX-License-Identifier: GPL-3.0-or-later
// A cooperative kernel with the barrier of the grid: each block reads what another one has written before.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* middle, int* out)
{
    const auto grid = cg::this_grid();
    const unsigned i = grid.thread_rank(), n = grid.size();
    middle[i] = 2 * in[i];
    grid.sync();
    out[i] = middle[n - 1 - i];
}
