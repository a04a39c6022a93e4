// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of 8 and 16 bits that begin again at the other end, or come close to it, and end all the same.
extern "C" __global__ void kernel(int* out, int n)
{
    int sum = 0;
    for (unsigned char i = 0; i < n; ++i)
        sum += atomicAdd(out, 1) + i;
    for (unsigned char i = 0; i < 254; i += 2)
        sum += atomicAdd(out, 1) + i;
    for (unsigned char i = 3; i != 0; i += 5)
        sum += atomicAdd(out, 1) + i;
    for (signed char i = -100; i < n / 3; ++i)
        sum += atomicAdd(out, 1) + i;
    for (unsigned short i = 65535; i > 65000; --i)
        sum += atomicAdd(out, 1) + i;
    for (unsigned char i = 255; i >= 1; --i)
        sum += atomicAdd(out, 1) + i;
    for (unsigned char i = 1; i < n / 2; i *= 2)
        sum += atomicAdd(out, 1) + i;
    for (short i = 32000; i <= 32766; i += 3)
        sum += atomicAdd(out, 1) + i;
    out[1 + threadIdx.x] = sum;
}
