// SPDX-License-Identifier: GPL-3.0-or-later
// Two elements past the end, where the allocator has left room: no fault on a GPU.
extern "C" __global__ void kernel(const int* in, int* out)
{
    out[threadIdx.x] = in[threadIdx.x]; // BUG
}
