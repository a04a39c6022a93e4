// SPDX-License-Identifier: GPL-3.0-or-later
// wait_all waits for copies of no group, too.
extern "C" __global__ void kernel(const float* in, float* out) {
    __shared__ float s[64];
    const unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
