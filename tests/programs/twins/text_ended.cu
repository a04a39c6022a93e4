// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that are printed: one ends with the array that it is in, one within a room that is larger, one is empty.
#include <cstdio>
extern "C" __global__ void kernel(const char* text, const int* numbers)
{
    __shared__ char letters[8];
    char digits[12];
    int count = 0;
    for (int rest = numbers[threadIdx.x]; rest > 0; rest /= 10)
        digits[count++] = '0' + rest % 10;
    digits[count] = 0;
    if (threadIdx.x < 3)
        letters[threadIdx.x] = threadIdx.x < 2 ? 'a' + threadIdx.x : 0;
    __syncthreads();
    printf("%s %s %s %.3s%s\n", text, digits, letters, "abcdef", "");
}
