// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for copies waits for his own: what others copy takes a barrier, too.
__device__ void copy(int* to, const int* from)
{
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory"); // BUG
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    copy(&s[threadIdx.x], in + threadIdx.x);
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG
}
