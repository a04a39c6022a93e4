// SPDX-License-Identifier: GPL-3.0-or-later
// A list's element is given back before its successor is read.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int* mine = static_cast<int*>(malloc(8));
    if (!mine)
        return;
    mine[0] = in[threadIdx.x];
    free(mine);
    out[threadIdx.x] = mine[0]; // BUG
}
