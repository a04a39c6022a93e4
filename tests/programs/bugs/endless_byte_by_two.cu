// SPDX-License-Identifier: GPL-3.0-or-later
// Every second number of eight bits, as long as they are below 255: behind 254 comes 0.
extern "C" __global__ void kernel(int* out)
{
    int sum = 0;
    for (unsigned char i = 0; i < 255; i += 2)
        sum += atomicAdd(out, 1) + i; // BUG
    out[1 + threadIdx.x] = sum;
}
