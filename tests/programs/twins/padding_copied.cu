// SPDX-License-Identifier: GPL-3.0-or-later
// A structure is copied with its padding, which nobody has set.
struct Item {
    char kind;
    int value;
};
extern "C" __global__ void kernel(const int* in, Item* out)
{
    __shared__ Item s[32];
    s[threadIdx.x].kind = in[threadIdx.x];
    s[threadIdx.x].value = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x];
}
