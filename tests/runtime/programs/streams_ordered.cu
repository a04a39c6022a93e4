// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of streams_race.cu: work of several streams and of the host that something orders, or that does not meet.
// nvcc: -g
// run: --strict
// exit: 0
// never: stream-race
#include "check.h"

#include <cstdlib>

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}
__global__ void fillEverySecond(int* out, int first) {
    out[2 * (blockIdx.x * blockDim.x + threadIdx.x) + first] = first;
}
__global__ void count(int* sum) {
    atomicAdd(sum, 1);
}

int *a, *b, *c, *pinned, *managed;
cudaStream_t one, two, apart;

// The other stream waits for an event behind the kernel; so does a third one, for the second.
void eventBehindKernel() {
    cudaEvent_t written, added;
    OK(cudaEventCreate(&written));
    OK(cudaEventCreateWithFlags(&added, cudaEventDisableTiming));
    fill<<<n / 256, 256, 0, one>>>(a, 1);
    OK(cudaEventRecord(written, one));
    OK(cudaStreamWaitEvent(two, written, 0));
    add<<<n / 256, 256, 0, two>>>(a, b);
    OK(cudaEventRecord(added, two));
    OK(cudaStreamWaitEvent(apart, added, 0));
    OK(cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, apart));
    OK(cudaMemsetAsync(b, 0, bytes, apart));
    OK(cudaEventSynchronize(added));
    OK(cudaStreamSynchronize(apart));
    CHECK(pinned[17] == 1);
    OK(cudaEventDestroy(written));
    OK(cudaEventDestroy(added));
}
// Usual streams wait for the default stream, and it for them.
void defaultStreamBetween() {
    fill<<<n / 256, 256, 0, one>>>(a, 1);
    add<<<n / 256, 256>>>(a, b);
    add<<<n / 256, 256, 0, two>>>(b, c);
}
// Each has a half, or every second element, of an array.
void halves() {
    fill<<<n / 512, 256, 0, one>>>(a, 1);
    fill<<<n / 512, 256, 0, two>>>(a + n / 2, 2);
    fillEverySecond<<<n / 512, 256, 0, one>>>(b, 0);
    fillEverySecond<<<n / 512, 256, 0, two>>>(b, 1);
    OK(cudaMemcpyAsync(pinned, a, bytes / 2, cudaMemcpyDeviceToHost, one));
    OK(cudaMemcpyAsync(pinned + n / 2, a + n / 2, bytes / 2, cudaMemcpyDeviceToHost, two));
}
// Both read.
void readers() {
    add<<<n / 256, 256, 0, one>>>(a, b);
    add<<<n / 256, 256, 0, two>>>(a, c);
    OK(cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, apart));
}
// Both add atomically.
void adders() {
    count<<<n / 256, 256, 0, one>>>(a);
    count<<<n / 256, 256, 0, two>>>(a);
}
// The host waits: for a stream, for all, by asking again and again, by a copy of pageable memory.
void hostWaits() {
    OK(cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaStreamSynchronize(one));
    std::printf("%d\n", pinned[17] >= 0);
    pinned[17] = 3;
    OK(cudaMemcpyAsync(a, pinned, bytes, cudaMemcpyHostToDevice, two));
    while (cudaStreamQuery(two) == cudaErrorNotReady)
        ;
    pinned[17] = 4;
    fill<<<n / 256, 256, 0, one>>>(managed, 1);
    OK(cudaDeviceSynchronize());
    std::printf("%d\n", managed[17] >= 0);
    fill<<<n / 256, 256>>>(a, 1);
    int some[4];
    OK(cudaMemcpy(some, a, sizeof some, cudaMemcpyDeviceToHost));
    fill<<<n / 256, 256, 0, apart>>>(a, 1);
}
// The host has the other half of managed and pinned memory, and may read what a copy only reads.
void hostBeside() {
    fill<<<n / 512, 256, 0, one>>>(managed, 1);
    managed[n - 1] = 5;
    OK(cudaMemcpyAsync(a, pinned, bytes / 2, cudaMemcpyHostToDevice, one));
    pinned[n - 1] = pinned[0];
}
// A function of the host in the stream.
void inTheStream(void* value) {
    *static_cast<int*>(value) += 1;
}
void hostFunction() {
    OK(cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaLaunchHostFunc(one, inTheStream, pinned + 17));
    OK(cudaMemcpyAsync(a, pinned, bytes, cudaMemcpyHostToDevice, one));
}

int main() {
    OK(cudaMalloc(&a, bytes));
    OK(cudaMalloc(&b, bytes));
    OK(cudaMalloc(&c, bytes));
    OK(cudaMallocHost(&pinned, bytes));
    OK(cudaMallocManaged(&managed, bytes));
    OK(cudaMemset(a, 0, bytes));
    OK(cudaMemset(b, 0, bytes));
    OK(cudaMemset(c, 0, bytes));
    for (int i = 0; i < n; ++i)
        pinned[i] = managed[i] = 0;
    OK(cudaStreamCreate(&one));
    OK(cudaStreamCreate(&two));
    OK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    OK(cudaDeviceSynchronize());
    for (void (*const each)() : {eventBehindKernel, defaultStreamBetween, halves, readers, adders, hostWaits, hostBeside, hostFunction}) {
        each();
        OK(cudaGetLastError());
        OK(cudaDeviceSynchronize());
    }
    OK(cudaStreamDestroy(one));
    OK(cudaStreamDestroy(two));
    OK(cudaStreamDestroy(apart));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
}
