// SPDX-License-Identifier: GPL-3.0-or-later
// Fast Fourier transform of 512 complex numbers in shared memory, with radix 2.
extern "C" __global__ void fft(const float2* in, float2* out)
{
    __shared__ float2 s[512];
    const int t = threadIdx.x;
    for (int i = t; i < 512; i += 256)
        s[__brev(i) >> 23] = in[blockIdx.x * 512 + i];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        const int j = t % half, low = t / half * 2 * half + j;
        float sine, cosine;
        sincospif(-(float)j / half, &sine, &cosine);
        const float2 a = s[low], b = s[low + half];
        const float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        s[low] = make_float2(a.x + turned.x, a.y + turned.y);
        s[low + half] = make_float2(a.x - turned.x, a.y - turned.y);
    }
    __syncthreads();
    for (int i = t; i < 512; i += 256)
        out[blockIdx.x * 512 + i] = s[i];
}
