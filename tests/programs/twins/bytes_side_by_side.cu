// SPDX-License-Identifier: GPL-3.0-or-later
// Neighbouring bytes of one word are different places.
extern "C" __global__ void kernel(const int* in, unsigned char* out)
{
    __shared__ unsigned char s[64];
    s[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]);
    out[threadIdx.x] = s[threadIdx.x] ^ 1;
}
