// SPDX-License-Identifier: GPL-3.0-or-later
// Digits in an array of the thread, which has room for all.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int digits[10], n = 0;
    for (unsigned v = in[threadIdx.x]; v != 0; v /= 10)
        digits[n++] = v % 10;
    int sum = 0;
    for (int i = n - 1; i >= 0; --i)
        sum = sum * 7 + digits[i];
    out[threadIdx.x] = sum;
}
