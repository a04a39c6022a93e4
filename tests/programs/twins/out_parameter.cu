// SPDX-License-Identifier: GPL-3.0-or-later
// The variable has no value where the function has found nothing. Compilers read it all the same, and choose then.
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
    out[threadIdx.x] = positive(in, threadIdx.x, found) ? found : -1;
}
