// SPDX-License-Identifier: GPL-3.0-or-later
// Memory is given back while work may be using it for which the program has not waited: pinned memory, of which nothing
// says that cudaFreeHost waits; registered memory; memory of cudaMallocAsync, for which cudaFree does not wait. Its twin is
// freed_in_time.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: freed_too_early.cu:31: use-after-free: cudaFreeHost gives back the 16384 bytes from cudaHostAlloc (memory 3), which cudaMemcpyAsync in stream 1 writes, and the program has not waited for that
// tells: freed_too_early.cu:38: use-after-free: cudaFreeHost gives back the 16384 bytes from cudaHostAlloc (memory 4), which cudaMemcpyAsync in stream 1 reads
// tells: freed_too_early.cu:46: use-after-free: cudaFreeHost gives back the 16384 bytes from cudaHostAlloc (memory 5), which the launch of add(int const*, int*) in stream 1 reads
// tells: freed_too_early.cu:57: use-after-free: cudaFreeHost gives back the 16384 bytes from cudaHostAlloc (memory 6), which cudaMemcpyAsync in stream 1 reads
// tells: freed_too_early.cu:64: use-after-free: cudaHostUnregister gives back the 16384 bytes from cudaHostRegister (memory 7), which cudaMemcpyAsync in stream 1 writes
// tells: freed_too_early.cu:71: use-after-free: cudaFree gives back the 16384 bytes from cudaMallocAsync (memory 8), which cudaMemsetAsync in stream 1 writes
// tells: freed_too_early.cu:78: use-after-free: cudaFree gives back the 16384 bytes from cudaMallocAsync (memory 9), which cudaMemsetAsync in the default stream writes
#include "check.h"

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}
int *a, *b;
cudaStream_t one;

void resultsThatNobodyAwaits() {
    int* host;
    OK(cudaMallocHost(&host, bytes));
    OK(cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaFreeHost(host));
}
void dataOnTheirWay() {
    int* host;
    OK(cudaHostAlloc(&host, bytes, cudaHostAllocDefault));
    host[0] = 1;
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one));
    OK(cudaFreeHost(host));
}
// The kernel reads it where it lies.
void mapped() {
    int* host;
    OK(cudaMallocHost(&host, bytes));
    host[0] = 1;
    add<<<n / 256, 256, 0, one>>>(host, b);
    OK(cudaFreeHost(host));
}
// The event that the program waits for is recorded before the copy, and not behind it.
void waitsForTheWrongEvent() {
    int* host;
    cudaEvent_t event;
    OK(cudaMallocHost(&host, bytes));
    OK(cudaEventCreate(&event));
    OK(cudaEventRecord(event, one));
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one));
    OK(cudaEventSynchronize(event));
    OK(cudaFreeHost(host));
    OK(cudaEventDestroy(event));
}
void registered() {
    static int host[n];
    OK(cudaHostRegister(host, bytes, cudaHostRegisterDefault));
    OK(cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaHostUnregister(host));
}
void fromAPool() {
    int* p;
    OK(cudaMallocAsync(&p, bytes, one));
    OK(cudaMemsetAsync(p, 0, bytes, one));
    add<<<n / 256, 256, 0, one>>>(a, p);
    OK(cudaFree(p));
}
// Memory of cudaMallocAsync is given back by cudaFree without waiting, even for its own stream.
void fromAPoolInTheDefaultStream() {
    int* p;
    OK(cudaMallocAsync(&p, bytes, nullptr));
    OK(cudaMemsetAsync(p, 0, bytes, nullptr));
    OK(cudaFree(p));
}

int main() {
    OK(cudaMalloc(&a, bytes));
    OK(cudaMalloc(&b, bytes));
    OK(cudaMemset(a, 0, bytes));
    OK(cudaMemset(b, 0, bytes));
    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    for (void (*const each)() : {resultsThatNobodyAwaits, dataOnTheirWay, mapped, waitsForTheWrongEvent, registered,
                                 fromAPool, fromAPoolInTheDefaultStream}) {
        each();
        OK(cudaDeviceSynchronize());
    }
    OK(cudaStreamDestroy(one));
    OK(cudaFree(a));
    OK(cudaFree(b));
}
