// SPDX-License-Identifier: GPL-3.0-or-later
// A cooperative kernel: what other blocks write is read in front of the barrier of the grid, not behind it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* middle, int* out)
{
    const auto grid = cg::this_grid();
    const unsigned i = grid.thread_rank(), n = grid.size();
    middle[i] = 2 * in[i]; // BUG
    const int other = middle[n - 1 - i]; // BUG
    grid.sync();
    out[i] = other;
}
