// SPDX-License-Identifier: GPL-3.0-or-later
// Given back in the loop's last turn, and once more behind it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int* mine = static_cast<int*>(malloc(16));
    if (!mine)
        return;
    mine[0] = in[threadIdx.x];
    out[threadIdx.x] = mine[0];
    if (in[threadIdx.x] >= 0)
        free(mine);
    free(mine); // BUG
}
