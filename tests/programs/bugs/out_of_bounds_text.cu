// SPDX-License-Identifier: GPL-3.0-or-later
// Five letters were copied, and the zero behind them was not.
#include <cstdio>
extern "C" __global__ void kernel(const char* text)
{
    if (threadIdx.x == 0)
        printf("hello, %s\n", text); // BUG
}
