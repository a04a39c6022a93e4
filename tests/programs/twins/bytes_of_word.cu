// SPDX-License-Identifier: GPL-3.0-or-later
// A word that is set byte by byte.
union Pun {
    unsigned char byte[4];
    unsigned word;
};
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Pun p[32];
    p[threadIdx.x].byte[0] = in[threadIdx.x];
    p[threadIdx.x].byte[1] = in[threadIdx.x] >> 8;
    p[threadIdx.x].byte[2] = 0;
    p[threadIdx.x].byte[3] = 0;
    __syncwarp();
    out[threadIdx.x] = p[31 - threadIdx.x].word + 1;
}
