// SPDX-License-Identifier: GPL-3.0-or-later
// One neighbour more than there is room for: the last one overwrites how many there are.
struct Cell {
    int neighbours[6];
    int count;
};
extern "C" __global__ void kernel(const int* degree, Cell* cells)
{
    Cell& own = cells[threadIdx.x];
    own.count = degree[threadIdx.x];
    const int last = own.count;
    for (int k = 0; k <= last; ++k)
        own.neighbours[k] = k; // BUG
}
