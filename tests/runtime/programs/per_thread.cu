// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: --default-stream per-thread
// output: fine
// launches: 6
// never: stream-race
//
// By 0 each thread means a stream of its own.
#include "check.h"

#include <atomic>
#include <thread>
#include <vector>

__device__ int variable;
__global__ void add(int* p, int what) {
    atomicAdd(p, what);
}

int main() {
    int* sums;
    OK(cudaMalloc(&sums, 4 * sizeof *sums));
    OK(cudaMemset(sums, 0, 4 * sizeof *sums));
    OK(cudaStreamSynchronize(0)); // the other threads' streams do not wait for it
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([=] {
            add<<<1, 32>>>(sums + t, t + 1);
            OK(cudaGetLastError());
            cudaEvent_t done;
            OK(cudaEventCreate(&done));
            OK(cudaEventRecord(done));
            OK(cudaEventSynchronize(done));
            OK(cudaEventDestroy(done));
            int sum = 0;
            OK(cudaMemcpyAsync(&sum, sums + t, sizeof sum, cudaMemcpyDeviceToHost));
            OK(cudaStreamSynchronize(0));
            CHECK(sum == 32 * (t + 1));
        });
    for (std::thread& each : threads)
        each.join();

    // A stream that nobody waits for but for the thread's own: work behind a function of the host that waits is not done yet.
    static int volatile gate;
    std::atomic<bool> asked = false;
    std::thread other([&] {
        OK(cudaLaunchHostFunc(
            0,
            [](void*) {
                while (gate == 0) {
                }
            },
            nullptr));
        add<<<1, 1>>>(sums + 1, 1000);
        CHECK(cudaStreamQuery(0) == cudaErrorNotReady);
        (void)cudaGetLastError();
        asked = true;
        OK(cudaStreamSynchronize(0));
    });
    while (!asked)
        std::this_thread::yield();
    const int seven = 7;
    int seen = 0;
    OK(cudaMemcpyToSymbol(variable, &seven, sizeof seven));
    OK(cudaMemcpyFromSymbol(&seen, variable, sizeof seen));
    CHECK(seen == 7);
    add<<<1, 1>>>(sums, 1);
    OK(cudaMemcpy(&seen, sums, sizeof seen, cudaMemcpyDeviceToHost)); // does not wait for the other thread
    CHECK(seen == 33);
    OK(cudaStreamSynchronize(cudaStreamPerThread));
    unsigned long long own, legacy;
    OK(cudaStreamGetId(0, &own));
    OK(cudaStreamGetId(cudaStreamLegacy, &legacy));
    CHECK(own != legacy);
    gate = 1;
    other.join();
    OK(cudaMemcpy(&seen, sums + 1, sizeof seen, cudaMemcpyDeviceToHost));
    CHECK(seen == 1064);
    OK(cudaFree(sums));
    std::puts("fine");
}
