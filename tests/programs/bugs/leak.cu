// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the heap that only some threads give back.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int* mine = static_cast<int*>(malloc(8)); // BUG
    if (!mine)
        return;
    mine[0] = in[threadIdx.x];
    out[threadIdx.x] = mine[0];
    if (threadIdx.x % 4 != 0)
        free(mine);
}
