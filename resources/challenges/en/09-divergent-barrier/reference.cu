// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void reference(const int* x, int* y, int n)
{
    for (int i = 0; i < n; ++i)
        y[i] = x[i] + (i % 128 != 127 && i + 1 < n ? x[i + 1] : 0);
}
