// SPDX-License-Identifier: GPL-3.0-or-later
// The function sets its result where it finds one; who calls it does not ask whether it did.
__device__ __noinline__ bool positive(const int* in, int i, int& found)
{
    if (in[i] <= 0)
        return false;
    found = in[i];
    return true;
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    int found;
    positive(in, threadIdx.x, found);
    out[threadIdx.x] = found; // BUG
}
