// SPDX-License-Identifier: GPL-3.0-or-later
// Barriers that count or vote are barriers: what was written before is there.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    const int many = __syncthreads_count(s[t] % 2);
    const int next = s[(t + 1) % 64];
    const bool any = __syncthreads_or(next > 5);
    s[t] = next;
    const bool all = __syncthreads_and(s[t] == next);
    if (t == 0) out[blockIdx.x] = many + any * 1000 + all * s[63];
}
