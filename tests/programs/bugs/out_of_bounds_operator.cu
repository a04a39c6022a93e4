// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of three have no fourth element; what is read is the next one's first.
struct Vec3 {
    float d[3];
    __device__ float operator[](int i) const { return d[i]; } // BUG
};
extern "C" __global__ void kernel(const Vec3* in, float* out)
{
    float sum = 0;
    for (int k = 0; k <= 3 && threadIdx.x < 31; ++k)
        sum += in[threadIdx.x][k];
    out[threadIdx.x] = sum;
}
