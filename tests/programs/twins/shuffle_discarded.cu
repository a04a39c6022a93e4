// SPDX-License-Identifier: GPL-3.0-or-later
// The last lane of a partly filled warp reads a lane that is gone, and throws the value away.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = in[i];
    const int next = __shfl_down_sync(0xffffffff, v, 1);
    out[i] = i + 1 < n && threadIdx.x % 32 != 31 ? next - v : 0;
}
