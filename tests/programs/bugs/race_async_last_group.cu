// SPDX-License-Identifier: GPL-3.0-or-later
// All but one group are awaited, also when the last one is the one that is read.
__device__ void copy(int* to, const int* from)
{
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    int sum = 0;
    copy(&s[0][threadIdx.x], in + threadIdx.x);
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int step = 0; step < 4; ++step) {
        if (step < 3) {
            copy(&s[(step + 1) % 2][threadIdx.x], in + 64 * (step + 1) + threadIdx.x);
            asm volatile("cp.async.commit_group;" ::: "memory");
        }
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += s[step % 2][63 - threadIdx.x]; // BUG
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
