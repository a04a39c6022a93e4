// SPDX-License-Identifier: GPL-3.0-or-later
// Of a local array as much is read as was written.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int list[8];
    int n = 0;
    for (int k = 0; k < in[threadIdx.x]; ++k)
        if (k % 3 != 1)
            list[n++] = k * k;
    int sum = 0;
    while (n > 0)
        sum += list[--n];
    out[threadIdx.x] = sum;
}
