// SPDX-License-Identifier: GPL-3.0-or-later
// A structure of arrays in one allocation, each as long as the next multiple of 32.
struct Particles {
    float* x;
    float* mass;
};
extern "C" __global__ void kernel(float* room, float* out, int n)
{
    const int rounded = (n + 31) / 32 * 32;
    const Particles p{room, room + rounded};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = p.x[i] * p.mass[i];
}
