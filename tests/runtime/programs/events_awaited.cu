// SPDX-License-Identifier: GPL-3.0-or-later
// What looks like events_missing.cu, and is right: events behind the work and in front of its readers, frees behind the last
// user, halves of one piece of memory, copies that are over when the call returns.
// nvcc: -g
// run: --strict
// never: -race
// never: uninitialized
// output: 21
// output: 20
#include "check.h"

constexpr int n = 256;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* a, int v) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}
__global__ void twice(const int* a, int* b) {
    b[blockIdx.x * blockDim.x + threadIdx.x] = 2 * a[blockIdx.x * blockDim.x + threadIdx.x];
}

int main() {
    cudaStream_t s1, s2, s3, blocking;
    OK(cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&s3, cudaStreamNonBlocking));
    OK(cudaStreamCreate(&blocking));
    cudaEvent_t e, f;
    OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    OK(cudaEventCreateWithFlags(&f, cudaEventDisableTiming));
    int *a, *b, *c, *pinned, *managed, plain[n];
    OK(cudaMalloc((void**)&a, bytes));
    OK(cudaMalloc((void**)&b, bytes));
    OK(cudaMalloc((void**)&c, bytes));
    OK(cudaMallocHost((void**)&pinned, 2 * bytes));
    OK(cudaMallocManaged((void**)&managed, 2 * bytes));
    // Recorded behind the work, awaited in front of the reader.
    fill<<<1, n, 0, s1>>>(a, 2);
    OK(cudaEventRecord(e, s1));
    OK(cudaStreamWaitEvent(s2, e, 0));
    twice<<<1, n, 0, s2>>>(a, b);
    // Two readers of one array in two streams.
    OK(cudaStreamWaitEvent(s3, e, 0));
    twice<<<1, n, 0, s3>>>(a, c);
    // The writer waits for both.
    OK(cudaEventRecord(e, s2));
    OK(cudaEventRecord(f, s3));
    OK(cudaStreamWaitEvent(s1, e, 0));
    OK(cudaStreamWaitEvent(s1, f, 0));
    fill<<<1, n, 0, s1>>>(a, 3);
    OK(cudaDeviceSynchronize());
    // Freed behind an event of the last user.
    int* p;
    OK(cudaMallocAsync((void**)&p, bytes, s1));
    fill<<<1, n, 0, s1>>>(p, 3);
    OK(cudaEventRecord(e, s1));
    OK(cudaStreamWaitEvent(s2, e, 0));
    twice<<<1, n, 0, s2>>>(p, b);
    OK(cudaEventRecord(e, s2));
    OK(cudaStreamWaitEvent(s1, e, 0));
    OK(cudaFreeAsync(p, s1));
    OK(cudaStreamSynchronize(s1));
    // The other half of pinned memory, while one is copied to; then asked until it is there.
    OK(cudaMemcpyAsync(pinned, b, bytes, cudaMemcpyDeviceToHost, s2));
    for (int k = 0; k < n; ++k)
        pinned[n + k] = k;
    OK(cudaEventRecord(f, s2));
    while (cudaEventQuery(f) == cudaErrorNotReady)
        ;
    std::printf("%d\n", pinned[5] + pinned[n + 5]);
    // Memory that is not pinned: the copy to it is over when the call returns.
    OK(cudaMemcpyAsync(plain, b, bytes, cudaMemcpyDeviceToHost, s2));
    std::printf("%d\n", plain[7]);
    // A stream that waits for the default stream by itself, and the other way round.
    fill<<<1, n>>>(a, 7);
    twice<<<1, n, 0, blocking>>>(a, b);
    fill<<<1, n>>>(b, 1);
    OK(cudaMemcpy(plain, b, bytes, cudaMemcpyDeviceToHost));
    // Managed memory behind the stream that wrote it.
    fill<<<1, n, 0, s1>>>(managed, 4);
    OK(cudaStreamSynchronize(s1));
    managed[3] += managed[4];
    // Two buffers in turn.
    for (int i = 0; i < 4; ++i) {
        int* half = pinned + i % 2 * n;
        if (i >= 2)
            OK(cudaEventSynchronize(i % 2 ? f : e));
        for (int k = 0; k < n; ++k)
            half[k] = i + k;
        OK(cudaMemcpyAsync(i % 2 ? b : a, half, bytes, cudaMemcpyHostToDevice, s1));
        OK(cudaEventRecord(i % 2 ? f : e, s1));
    }
    OK(cudaStreamSynchronize(s1));
    // Pieces side by side.
    OK(cudaMemcpy(a + 128, a, bytes / 2, cudaMemcpyDeviceToDevice));
    // A stream may be given up before its work is done; freeing waits.
    fill<<<1, n, 0, s3>>>(c, 5);
    OK(cudaStreamDestroy(s3));
    OK(cudaFree(c));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFreeHost(pinned));
    OK(cudaFree(managed));
    OK(cudaStreamDestroy(s1));
    OK(cudaStreamDestroy(s2));
    OK(cudaStreamDestroy(blocking));
    OK(cudaEventDestroy(e));
    OK(cudaEventDestroy(f));
}
