// SPDX-License-Identifier: GPL-3.0-or-later
// What the micro-benchmarks of this folder share: calls that are checked, the clock, and how a launch is timed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

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

/// What so many launches take, in milliseconds and ascending, each behind one like it, as in recordings, that has begun before
/// the CPU lets them go.
[[maybe_unused]] static std::vector<float> timesOf(const std::function<void()>& launch, int runs) {
    static int* open = nullptr;
    static cudaEvent_t begin, end;
    if (open == nullptr) {
        CHECK(cudaMallocHost(&open, sizeof(int)));
        CHECK(cudaEventCreate(&begin));
        CHECK(cudaEventCreate(&end));
    }
    launch();
    CHECK(cudaDeviceSynchronize());
    std::vector<float> times(static_cast<size_t>(runs));
    for (float& ms : times) {
        *open = 0;
        gate<<<1, 1>>>(open);
        launch();
        CHECK(cudaEventRecord(begin));
        launch();
        CHECK(cudaEventRecord(end));
        *static_cast<volatile int*>(open) = 1;
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms, begin, end));
    }
    CHECK(cudaGetLastError());
    std::sort(times.begin(), times.end());
    return times;
}

/// The shortest of seven.
[[maybe_unused]] static double milliseconds(const std::function<void()>& launch) {
    return timesOf(launch, 7).front();
}

/// A matrix of floats on the device, all of them zero.
[[maybe_unused]] static float* zeroMatrix(size_t edge) {
    float* data = nullptr;
    CHECK(cudaMalloc(&data, edge * edge * sizeof *data));
    CHECK(cudaMemset(data, 0, edge * edge * sizeof *data));
    return data;
}
