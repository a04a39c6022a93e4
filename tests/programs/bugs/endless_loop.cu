// SPDX-License-Identifier: GPL-3.0-or-later
// A loop whose end is never reached.
extern "C" __global__ void kernel(volatile int* flag)
{
    while (*flag == 0) { // BUG
    }
}
