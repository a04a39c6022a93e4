// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes, then doubles at the next multiple of eight, in one piece of dynamic shared memory.
extern "C" __global__ void kernel(const double* a, const int* b, double* out)
{
    extern __shared__ __align__(16) unsigned char room[];
    unsigned char* bytes = room;
    double* doubles = reinterpret_cast<double*>((reinterpret_cast<size_t>(room + 67) + 7) & ~size_t(7));
    bytes[threadIdx.x] = b[threadIdx.x] & 255;
    doubles[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = doubles[63 - threadIdx.x] + bytes[threadIdx.x ^ 1];
}
