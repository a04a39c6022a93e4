// SPDX-License-Identifier: GPL-3.0-or-later
// Room for three numbers, and four are written.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int* mine = static_cast<int*>(malloc(12));
    if (!mine)
        return;
    for (int i = 0; i < 4; ++i)
        mine[i] = in[threadIdx.x] + i; // BUG
    out[threadIdx.x] = mine[threadIdx.x % 3];
    free(mine);
}
