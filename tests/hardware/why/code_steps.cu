// SPDX-License-Identifier: GPL-3.0-or-later
// Which instructions the caches keep of a loop that is a little too large for them: loops of FFMAs as in code.cu, in small steps, and
// the same pieces of 64 FFMAs gone through in order and out of it, which tells what is fetched ahead. CSV: clocks for each FFMA of the
// first warp's loop, of sixteen passes after four: all of them, the fastest pass, the slowest.
//   steps,FFMAs of the loop,warps of a multiprocessor,FFMAs between two jumps (0: none),clocks,least,most
//   nvcc -O2 -std=c++17 -arch=native -o code_steps code_steps.cu && ./code_steps > code_steps.csv
#include "frame.h"

#include <utility>

#define F4                                                                                                             \
    "fma.rn.f32 %0, %0, %4, %5; fma.rn.f32 %1, %1, %4, %5; fma.rn.f32 %2, %2, %4, %5; fma.rn.f32 %3, %3, %4, %5;\n"
#define F16 F4 F4 F4 F4
#define F64 F16 F16 F16 F16
#define GO asm volatile(F64 : "+f"(x), "+f"(y), "+f"(z), "+f"(w) : "f"(a), "f"(b))

constexpr int warmUp = 4, passes = 16;

/// Begins of each pass, of the first warp of each block.
__device__ void note(long long* clocks, int pass) {
    if (threadIdx.x == 0)
        clocks[blockIdx.x * (warmUp + passes + 1) + pass] = clock64();
}

template<int count>
__global__ void loop(float a, float b, const int*, int, int all, long long* clocks, float* out) {
    float x = a, y = b, z = a + b, w = a - b;
    for (int pass = 0; pass < all; ++pass) {
        note(clocks, pass);
#pragma unroll
        for (int n = 0; n < count / 64; ++n)
            GO;
    }
    note(clocks, all);
    if (x + y + z + w == 1.5f)
        *out = x;
}

#define PIECE(n)                                                                                                       \
    case n:                                                                                                            \
        GO;                                                                                                            \
        break;
#define PIECES4(n) PIECE(n) PIECE(n + 1) PIECE(n + 2) PIECE(n + 3)
#define PIECES16(n) PIECES4(n) PIECES4(n + 4) PIECES4(n + 8) PIECES4(n + 12)

/// So many pieces of 64, in the order that is given; each with a jump by a table.
__global__ void jumps(float a, float b, const int* order, int pieces, int all, long long* clocks, float* out) {
    __shared__ int next[64];
    if (threadIdx.x < 32)
        for (int n = threadIdx.x; n < pieces; n += 32)
            next[n] = order[n];
    __syncthreads();
    float x = a, y = b, z = a + b, w = a - b;
    for (int pass = 0; pass < all; ++pass) {
        note(clocks, pass);
        for (int n = 0; n < pieces; ++n)
            switch (next[n]) {
                PIECES16(0)
                PIECES16(16)
                PIECES16(32)
                PIECES16(48)
            }
    }
    note(clocks, all);
    if (x + y + z + w == 1.5f)
        *out = x;
}

struct Room {
    int multiprocessors = 0;
    int* order;
    long long* clocks;
    float* out;
};

using Kernel = void (*)(float, float, const int*, int, int, long long*, float*);

void tell(const Room& room, const char* kind, Kernel kernel, int count, int between) {
    for (const int warps : {4, 8, 16}) {
        kernel<<<room.multiprocessors, 32 * warps>>>(1, 2, room.order, count / 64, warmUp + passes, room.clocks,
                                                     room.out);
        CHECK(cudaDeviceSynchronize());
        long long least = -1, most = 0;
        for (int pass = warmUp; pass < warmUp + passes; ++pass) {
            const long long took = room.clocks[pass + 1] - room.clocks[pass];
            least = least < 0 ? took : std::min(least, took);
            most = std::max(most, took);
        }
        const double all = double(room.clocks[warmUp + passes] - room.clocks[warmUp]) / passes;
        std::printf("%s,%d,%d,%d,%.3f,%.3f,%.3f\n", kind, count, warps, between, all / count, double(least) / count,
                    double(most) / count);
    }
    std::fflush(stdout);
}

template<int first, int step, int... n>
void tellLoops(const Room& room, std::integer_sequence<int, n...>) {
    (tell(room, "steps", loop<first + n * step>, first + n * step, 0), ...);
}

int main() {
    Room room;
    CHECK(cudaDeviceGetAttribute(&room.multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMallocManaged(&room.clocks, 256 * (warmUp + passes + 1) * sizeof *room.clocks));
    CHECK(cudaMallocManaged(&room.order, 64 * sizeof *room.order));
    CHECK(cudaMalloc(&room.out, sizeof *room.out));
    std::puts("kind,instructions,warps,between,clocks,least,most");
    tellLoops<1024, 128>(room, std::make_integer_sequence<int, 7>());  // to 1792
    tellLoops<1856, 64>(room, std::make_integer_sequence<int, 20>());  // to 3072
    tellLoops<3200, 128>(room, std::make_integer_sequence<int, 8>());  // to 4096
    tellLoops<7168, 256>(room, std::make_integer_sequence<int, 13>()); // to 10240
    tellLoops<11264, 1024>(room, std::make_integer_sequence<int, 2>());
    for (const int pieces : {8, 16, 24, 32, 36, 40, 48, 64}) {
        for (int n = 0; n < pieces; ++n)
            room.order[n] = n;
        tell(room, "in-order", jumps, 64 * pieces, 64);
        for (int n = 0; n < pieces; ++n) // none follows the one before it
            room.order[n] = n % 2 == 0 ? n / 2 : pieces - 1 - n / 2;
        tell(room, "out-of-order", jumps, 64 * pieces, 64);
    }
}
