// SPDX-License-Identifier: GPL-3.0-or-later
// A number is written digit by digit, and nobody ends the text.
#include <cstdio>
extern "C" __global__ void kernel(const int* numbers)
{
    char digits[12];
    int count = 0;
    for (int rest = numbers[threadIdx.x]; rest > 0; rest /= 10)
        digits[count++] = '0' + rest % 10;
    printf("%s\n", digits); // BUG
}
