// SPDX-License-Identifier: GPL-3.0-or-later
// volatile keeps the compiler from remembering a value. It makes nobody wait.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ volatile int s[128];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    out[threadIdx.x] = s[127 - threadIdx.x]; // BUG
}
