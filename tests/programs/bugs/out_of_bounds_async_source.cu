// SPDX-License-Identifier: GPL-3.0-or-later
// The last pieces of sixteen bytes begin in the array, or not even that.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ alignas(16) float room[256];
    const int t = threadIdx.x;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&room[t * 4]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + blockIdx.x * 256 + t * 4) : "memory"); // BUG
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    for (int k = 0; k < 4; ++k)
        out[blockIdx.x * 256 + k * 64 + t] = room[k * 64 + t];
}
