// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums of pieces of 64 bytes, with a table that the block makes in shared memory.
extern "C" __global__ void crc32(const unsigned char* data, unsigned* sums)
{
    __shared__ unsigned table[256];
    unsigned entry = threadIdx.x;
    for (int bit = 0; bit < 8; ++bit)
        entry = entry & 1 ? 0xedb88320u ^ entry >> 1 : entry >> 1;
    table[threadIdx.x] = entry;
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    unsigned sum = ~0u;
    for (int k = 0; k < 64; ++k)
        sum = table[(sum ^ data[i * 64 + k]) & 255] ^ sum >> 8;
    sums[i] = ~sum;
}
