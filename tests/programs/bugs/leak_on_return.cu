// SPDX-License-Identifier: GPL-3.0-or-later
// One way out of the kernel gives its memory back, the other one does not.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int* mine = static_cast<int*>(malloc(4 * sizeof(int))); // BUG
    if (!mine)
        return;
    mine[0] = in[threadIdx.x];
    out[threadIdx.x] = mine[0];
    if (mine[0] > 4)
        return;
    free(mine);
}
