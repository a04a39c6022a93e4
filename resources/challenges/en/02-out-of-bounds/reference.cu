// SPDX-License-Identifier: GPL-3.0-or-later
// One thread alone.
extern "C" __global__ void reference(const float* x, float* y, int n)
{
    for (int i = 0; i < n; ++i)
        y[i] = 2.0f * x[i];
}
