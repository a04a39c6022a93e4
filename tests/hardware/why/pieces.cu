// SPDX-License-Identifier: GPL-3.0-or-later
// Copies in short pieces, rows of a matrix apart: CSV. Of pieces shorter than 256 bytes it is the divisions by their width, which
// each thread does for one to four words, that take the time, and not DRAM: `warplens-cli why` of this file says so (docs/time.md).
// What DRAM makes of short pieces rows.cu asks. Each block
// copies a tile, `piece` bytes wide and 32 rows high, to the same place ("same") or to that with row and column of the tile
// exchanged ("across"), so that blocks that follow one another write far apart.
//   pieces,order,edge of the matrix,piece in bytes,read: 1 or 0,written: 1 or 0,ms,GB/s
//   nvcc -O2 -std=c++17 -arch=native -o pieces pieces.cu && ./pieces > pieces.csv
// It includes nothing of this folder: the test HeldOut estimates this text, as it was measured.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if (cudaError_t e = (call); e != cudaSuccess) {                                                                \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

__global__ void gate(const volatile int* open) {
    while (*open == 0) {
    }
}

/// `width` words of a row are a piece; 256 threads.
template<bool reads, bool writes>
__global__ void copyTiles(const float* from, float* to, int edge, int width, bool across) {
    const int rows = 256 / width;
    const int x = threadIdx.x % width, y = threadIdx.x / width;
    const int bx = across ? blockIdx.y : blockIdx.x, by = across ? blockIdx.x : blockIdx.y;
    float v[8], sum = 0;
    // 32 rows, as many at a time as threads are there; of the widest pieces 8 rows at a time.
    const int steps = 32 / rows > 8 ? 8 : 32 / rows;
    const int high = rows * steps;
#pragma unroll
    for (int n = 0; n < 8; ++n)
        v[n] = reads && n < steps ? from[size_t(blockIdx.y * high + y + n * rows) * edge + blockIdx.x * width + x] : n;
    if (writes) {
#pragma unroll
        for (int n = 0; n < 8; ++n)
            if (n < steps)
                to[size_t(by * high + y + n * rows) * edge + bx * width + x] = v[n];
    } else {
        for (int n = 0; n < 8; ++n)
            sum += v[n];
        if (sum == 1.5f)
            to[0] = sum;
    }
}

template<bool reads, bool writes>
void tell(const float* from, float* to, int edge, int bytes, bool across, int* open) {
    const int width = bytes / 4, rows = 256 / width, high = rows * std::min(8, 32 / std::max(1, rows));
    if (high == 0 || (across && width != high))
        return;
    const dim3 grid(edge / width, edge / high);
    const auto launch = [&] { copyTiles<reads, writes><<<grid, 256>>>(from, to, edge, width, across); };
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    launch();
    CHECK(cudaDeviceSynchronize());
    std::vector<float> times;
    for (int i = 0; i < 11; ++i) {
        *static_cast<volatile int*>(open) = 0;
        gate<<<1, 1>>>(open);
        launch();
        CHECK(cudaEventRecord(begin));
        launch();
        CHECK(cudaEventRecord(end));
        *static_cast<volatile int*>(open) = 1;
        CHECK(cudaEventSynchronize(end));
        times.push_back(0);
        CHECK(cudaEventElapsedTime(&times.back(), begin, end));
    }
    CHECK(cudaGetLastError());
    std::sort(times.begin(), times.end());
    const double moved = double(edge) * edge * 4 * (int(reads) + int(writes));
    std::printf("pieces,%s,%d,%d,%d,%d,%.5f,%.0f\n", across ? "across" : "same", edge, bytes, int(reads), int(writes),
                times[times.size() / 2], moved / times[times.size() / 2] / 1e6);
}

int main() {
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    constexpr int most = 16384;
    float *from = nullptr, *to = nullptr;
    CHECK(cudaMalloc(&from, size_t(most) * most * 4));
    CHECK(cudaMalloc(&to, size_t(most) * most * 4));
    CHECK(cudaMemset(from, 0, size_t(most) * most * 4));
    CHECK(cudaMemset(to, 0, size_t(most) * most * 4));
    int* open = nullptr;
    CHECK(cudaMallocHost(&open, sizeof(int)));
    std::printf("# %s\n", device.name);
    for (const int edge : {2048, 4096, 8192, 16384})
        for (const int bytes : {32, 64, 128, 256, 512, 1024})
            for (const bool across : {false, true}) {
                tell<true, true>(from, to, edge, bytes, across, open);
                tell<true, false>(from, to, edge, bytes, across, open);
                tell<false, true>(from, to, edge, bytes, across, open);
            }
    return 0;
}
