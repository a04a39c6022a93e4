// SPDX-License-Identifier: GPL-3.0-or-later
// What short pieces of memory, rows of a matrix apart, cost L2 and DRAM: CSV. Each block copies a tile, `piece` bytes wide, eight
// words a thread, to the same place ("same") or to that of another order, so that blocks that follow one another write below
// one another instead of side by side ("across"). The width is known to the compiler: pieces.cu, which divides by it, measures
// the issue of its divisions wherever pieces are shorter than 256 bytes (docs/time.md).
//   rows,order,edge of the matrix,piece in bytes,read: 1 or 0,written: 1 or 0,ms,GB/s
//   nvcc -O2 -std=c++17 -arch=native -o rows rows.cu && ./rows > rows.csv
#include "frame.h"

constexpr int threads = 256, words = 8;

template<int width, bool reads, bool writes, bool across>
__global__ void copyTiles(const float* from, float* to, int edge) {
    constexpr int step = threads / width > 0 ? threads / width : 1; // rows that the block has at a time
    const int x = threadIdx.x % width, y = threadIdx.x / width;
    const int tile = blockIdx.y * gridDim.x + blockIdx.x;
    const int bx = across ? tile / gridDim.y : blockIdx.x, by = across ? tile % gridDim.y : blockIdx.y;
    const float* const source = from + size_t(blockIdx.y * step * words + y) * edge + blockIdx.x * width + x;
    float* const target = to + size_t(by * step * words + y) * edge + bx * width + x;
    float v[words], sum = 0;
#pragma unroll
    for (int n = 0; n < words; ++n)
        v[n] = reads ? source[size_t(n) * step * edge] : n;
    if (writes) {
#pragma unroll
        for (int n = 0; n < words; ++n)
            target[size_t(n) * step * edge] = v[n];
    } else {
        for (int n = 0; n < words; ++n)
            sum += v[n];
        if (sum == 1.5f)
            to[0] = sum;
    }
}

template<int width, bool reads, bool writes, bool across>
void tell(const float* from, float* to, int edge) {
    const dim3 grid(edge / width, edge / (threads / width * words));
    const double ms = milliseconds([&] { copyTiles<width, reads, writes, across><<<grid, threads>>>(from, to, edge); });
    const double moved = double(edge) * edge * 4 * (int(reads) + int(writes));
    std::printf("rows,%s,%d,%d,%d,%d,%.5f,%.0f\n", across ? "across" : "same", edge, 4 * width, int(reads), int(writes),
                ms, moved / ms / 1e6);
}

template<int width>
void tellAll(const float* from, float* to, int edge) {
    tell<width, true, true, false>(from, to, edge);
    tell<width, true, true, true>(from, to, edge);
    tell<width, true, false, false>(from, to, edge);
    tell<width, false, true, false>(from, to, edge);
    tell<width, false, true, true>(from, to, edge);
}

int main() {
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    constexpr int most = 16384;
    float *from = zeroMatrix(most), *to = zeroMatrix(most);
    std::printf("# %s\n", device.name);
    for (const int edge : {2048, 4096, 8192, 16384}) {
        tellAll<8>(from, to, edge);
        tellAll<16>(from, to, edge);
        tellAll<32>(from, to, edge);
        tellAll<64>(from, to, edge);
        tellAll<128>(from, to, edge);
        tellAll<256>(from, to, edge);
    }
    return 0;
}
