// SPDX-License-Identifier: GPL-3.0-or-later
// What the micro-benchmarks of this folder share: calls that are checked, the clock, and how a launch is timed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if (cudaError_t e = (call); e != cudaSuccess) {                                                                \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

/// Cycles of a multiprocessor in a nanosecond, for 20 ms.
[[maybe_unused]] static __global__ void clockOf(double* ghz) {
    unsigned long long t0, t1;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t0));
    const long long begin = clock64();
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t1));
    while (t1 - t0 < 20'000'000);
    *ghz = double(clock64() - begin) / double(t1 - t0);
}

/// Until told to go on: what is queued behind it starts without waiting for the CPU.
[[maybe_unused]] static __global__ void gate(const volatile int* open) {
    while (*open == 0) {
    }
}

/// The shortest of seven, each behind one like it, as in recordings, that has begun before the CPU lets them go.
[[maybe_unused]] static double milliseconds(const std::function<void()>& launch) {
    static int* open = nullptr;
    if (open == nullptr)
        CHECK(cudaMallocHost(&open, sizeof(int)));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    launch();
    CHECK(cudaDeviceSynchronize());
    float best = 1e30f;
    for (int i = 0; i < 7; ++i) {
        *open = 0;
        gate<<<1, 1>>>(open);
        launch();
        CHECK(cudaEventRecord(begin));
        launch();
        CHECK(cudaEventRecord(end));
        *static_cast<volatile int*>(open) = 1;
        CHECK(cudaEventSynchronize(end));
        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        best = std::min(best, ms);
    }
    CHECK(cudaGetLastError());
    return best;
}
