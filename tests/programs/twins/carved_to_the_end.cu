// SPDX-License-Identifier: GPL-3.0-or-later
// Dynamic shared memory is carved into arrays of several types, the last one up to the last byte.
extern "C" __global__ void kernel(const int* in, double* out)
{
    extern __shared__ char room[];
    double* wide = reinterpret_cast<double*>(room);
    int* narrow = reinterpret_cast<int*>(wide + 64);
    short* tiny = reinterpret_cast<short*>(narrow + 64);
    char* flags = reinterpret_cast<char*>(tiny + 64);
    char* more = flags + 64 + 64;
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    wide[t] = in[i];
    narrow[t] = in[i];
    tiny[t] = static_cast<short>(t);
    flags[t] = t & 1;
    flags[64 + t] = 2;
    if (t < 16) more[t] = 3;
    __syncthreads();
    out[i] = wide[63 - t] + narrow[t ^ 1] + tiny[t ^ 2] + flags[t ^ 4] + flags[64 + (t ^ 3)] + more[t % 16];
}
