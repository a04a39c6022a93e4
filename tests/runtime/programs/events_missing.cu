// SPDX-License-Identifier: GPL-3.0-or-later
// Streams whose order, and a host whose patience, is missing in ten ways. Its twin is events_awaited.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: events_missing.cu:38: stream-race: the launch of twice(int const*, int*) in stream 2 reads what the launch of fill(int*, int) in stream 1 writes
// tells: events_missing.cu:45: stream-race: the launch of twice(int const*, int*) in stream 2 reads what the launch of fill(int*, int) in stream 1 writes
// tells: events_missing.cu:54: stream-race: cudaFreeAsync in stream 1 writes what the launch of twice(int const*, int*) in stream 2 reads
// tells: events_missing.cu:59: stream-race: the launch of fill(int*, int) in stream 2 writes what cudaMallocAsync in stream 1 writes
// tells: events_missing.cu:65: host-race: the program's own code reads byte 20 of
// tells: events_missing.cu:73: host-race: the program's own code reads byte 28 of
// tells: events_missing.cu:79: host-race: the program's own code writes byte 0 of
// tells: events_missing.cu:84: overlapping-copy: cudaMemcpy: 512 bytes from
// tells: events_missing.cu:91: note: uninitialized: cudaMemcpy reads 768 bytes of
// tells: events_missing.cu:96: stream-race: the launch of twice(int const*, int*) in stream 1 reads what the launch of fill(int*, int) in the default stream writes
#include "check.h"

#include <cstring>

constexpr int n = 256;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* a, int v) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}
__global__ void twice(const int* a, int* b) {
    b[blockIdx.x * blockDim.x + threadIdx.x] = 2 * a[blockIdx.x * blockDim.x + threadIdx.x];
}

cudaStream_t s1, s2;
cudaEvent_t e, other;
int *a, *b, *pinned, *managed;

void recordedTooEarly() {
    OK(cudaEventRecord(e, s1));
    fill<<<1, n, 0, s1>>>(a, 2);
    OK(cudaStreamWaitEvent(s2, e, 0));
    twice<<<1, n, 0, s2>>>(a, b);
}
void neverRecorded() {
    cudaEvent_t fresh;
    OK(cudaEventCreate(&fresh));
    fill<<<1, n, 0, s1>>>(a, 2);
    OK(cudaStreamWaitEvent(s2, fresh, 0));
    twice<<<1, n, 0, s2>>>(a, b);
}
void freedBesideItsReader() {
    int* p;
    OK(cudaMallocAsync((void**)&p, bytes, s1));
    fill<<<1, n, 0, s1>>>(p, 3);
    OK(cudaEventRecord(e, s1));
    OK(cudaStreamWaitEvent(s2, e, 0));
    twice<<<1, n, 0, s2>>>(p, b);
    OK(cudaFreeAsync(p, s1));
}
void takenInAnotherStream() {
    int* p;
    OK(cudaMallocAsync((void**)&p, bytes, s1));
    fill<<<1, n, 0, s2>>>(p, 3);
    OK(cudaDeviceSynchronize());
    OK(cudaFreeAsync(p, s1));
}
void readBeforeTheCopyIsOver() {
    OK(cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, s1));
    volatile int seen = pinned[5];
    (void)seen;
}
void anotherEventIsAwaited() {
    OK(cudaEventRecord(other, s1));
    fill<<<1, n, 0, s1>>>(managed, 4);
    OK(cudaEventRecord(e, s1));
    OK(cudaEventSynchronize(other));
    volatile int seen = managed[7];
    (void)seen;
}
void writtenWhileItIsCopied() {
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < n; ++k)
            pinned[k] = i + k;
        OK(cudaMemcpyAsync(a, pinned, bytes, cudaMemcpyHostToDevice, s1));
    }
}
void overlapping() {
    OK(cudaMemcpy(a + 16, a, bytes / 2, cudaMemcpyDeviceToDevice));
}
void elementsForBytes() {
    int* fresh;
    OK(cudaMalloc((void**)&fresh, bytes));
    OK(cudaMemset(fresh, 0, n));
    int plain[n];
    OK(cudaMemcpy(plain, fresh, bytes, cudaMemcpyDeviceToHost));
    OK(cudaFree(fresh));
}
void defaultStreamIsNotAwaited() {
    fill<<<1, n>>>(a, 7);
    twice<<<1, n, 0, s1>>>(a, b);
}

int main() {
    OK(cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking));
    OK(cudaEventCreate(&e));
    OK(cudaEventCreate(&other));
    OK(cudaMalloc((void**)&a, bytes));
    OK(cudaMalloc((void**)&b, bytes));
    OK(cudaMallocHost((void**)&pinned, bytes));
    OK(cudaMallocManaged((void**)&managed, bytes));
    std::memset(pinned, 0, bytes);
    std::memset(managed, 0, bytes);
    fill<<<1, n>>>(a, 1);
    OK(cudaDeviceSynchronize());
    for (const auto each : {recordedTooEarly, neverRecorded, freedBesideItsReader, takenInAnotherStream,
                            readBeforeTheCopyIsOver, anotherEventIsAwaited, writtenWhileItIsCopied, overlapping,
                            elementsForBytes, defaultStreamIsNotAwaited}) {
        each();
        OK(cudaDeviceSynchronize());
    }
}
