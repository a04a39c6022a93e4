// SPDX-License-Identifier: GPL-3.0-or-later
// wait_group waits for groups: a copy that was put into none is still under way.
extern "C" __global__ void kernel(const float* in, float* out) {
    __shared__ float s[64];
    const unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory"); // no group was committed
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG
}
