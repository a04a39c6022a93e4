// SPDX-License-Identifier: GPL-3.0-or-later
// Four fields of 4 bytes: side by side for each element, or each field in an array
// of its own. The kernel reads one field.
extern "C" __global__ void structures(const float* x, float* y, int N)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < N)
        y[i] = x[SOA ? i : 4 * i];
}
