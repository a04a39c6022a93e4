// SPDX-License-Identifier: GPL-3.0-or-later
// The heap has no room for that, and that is asked.
extern "C" __global__ void kernel(int* out)
{
    int* p = (int*)malloc(1 << 28);
    if (p != nullptr)
        p[0] = 1;
    out[threadIdx.x] = p != nullptr;
    free(p);
}
