// SPDX-License-Identifier: GPL-3.0-or-later
// A lane waits for a flag that another lane of its warp sets in the other branch.
extern "C" __global__ void kernel(const int* in, volatile int* flag, int* out)
{
    if (threadIdx.x == 0) {
        while (*flag == 0) // BUG
            ;
        out[0] = 1;
    } else if (threadIdx.x == 1) {
        *flag = 1 + (in[0] & 1);
    }
}
