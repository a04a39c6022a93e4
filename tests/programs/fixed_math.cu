// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the library that are plain arithmetic: the GPU's and the emulator's bits have to be the same.
extern "C" __global__ void fixedMath(const float* x, const double* y, float* f, double* d, long long* q, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float a = x[i] * 20.0f - 10.0f;
    const double b = y[i] * 20.0 - 10.0;
    f[4 * i] = cbrtf(a);
    f[4 * i + 1] = atan2f(a, 3.0f - a);
    f[4 * i + 2] = erff(a * 0.2f);
    f[4 * i + 3] = fmodf(a, 0.7f);
    d[4 * i] = exp(b);
    d[4 * i + 1] = sin(b) * cos(b);
    d[4 * i + 2] = log(y[i] + 0.1);
    d[4 * i + 3] = pow(y[i] + 0.5, b);
    q[i] = llrint(b * 1e9) / (i + 3) + (long long)(a * 1e6f) % 1001;
}
