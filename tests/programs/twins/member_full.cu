// SPDX-License-Identifier: GPL-3.0-or-later
// As many neighbours as there is room for, a pointer to the end of the member, and a copy of the whole struct.
struct Cell {
    int neighbours[6];
    int count;
};
extern "C" __global__ void kernel(const int* degree, Cell* cells)
{
    Cell& own = cells[threadIdx.x];
    own.count = degree[threadIdx.x];
    const int last = own.count;
    for (int k = 0; k < last; ++k)
        own.neighbours[k] = k;
    int sum = 0;
    const int* const end = &own.neighbours[6];
    for (const int* at = own.neighbours + last; at != end; ++at)
        sum += at - own.neighbours;
    own.neighbours[sum % 6] = static_cast<int>(sizeof own.neighbours[7]);
    const Cell kept = own;
    cells[threadIdx.x] = kept;
}
