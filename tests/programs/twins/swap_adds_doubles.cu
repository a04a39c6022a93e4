// SPDX-License-Identifier: GPL-3.0-or-later
// The programming guide's own sum of doubles: the first, plain read is a guess that the compare-and-swap checks.
__device__ double add(double* address, double val)
{
    unsigned long long int* address_as_ull = (unsigned long long int*)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
extern "C" __global__ void kernel(const double* in, double* sum)
{
    add(sum, in[blockIdx.x * 64 + threadIdx.x]);
}
