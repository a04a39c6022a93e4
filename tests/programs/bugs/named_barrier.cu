// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier that waits for more threads than ever come.
extern "C" __global__ void kernel(int* out)
{
    asm volatile("bar.sync 1, 96;" ::: "memory"); // BUG
    out[threadIdx.x] = 1;
}
