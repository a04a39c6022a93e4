// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of freed_too_early.cu: the program has waited, in one way or another, or the call does, or others use the memory
// no more.
// nvcc: -g
// run: --strict
// exit: 0
// output: flag 1
// never: use-after-free
// never: race
#include "check.h"

#include <atomic>

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}
__global__ void raise(volatile int* flag) {
    *flag = 1;
}
int *a, *b;
cudaStream_t one, two;

int* pinned() {
    int* host;
    OK(cudaMallocHost(&host, bytes));
    host[0] = 0;
    return host;
}
void streamIsAwaited() {
    int* const host = pinned();
    OK(cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaStreamSynchronize(one));
    OK(cudaFreeHost(host));
}
// The event lies in another stream, which waits for the copy.
void eventIsAwaited() {
    int* const host = pinned();
    cudaEvent_t copied, over;
    OK(cudaEventCreate(&copied));
    OK(cudaEventCreate(&over));
    OK(cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaEventRecord(copied, one));
    OK(cudaStreamWaitEvent(two, copied, 0));
    OK(cudaEventRecord(over, two));
    OK(cudaEventSynchronize(over));
    OK(cudaFreeHost(host));
    OK(cudaEventDestroy(copied));
    OK(cudaEventDestroy(over));
}
void asksUntilItIsOver() {
    int* const host = pinned();
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one));
    while (cudaStreamQuery(one) == cudaErrorNotReady)
        ;
    OK(cudaFreeHost(host));
}
// A copy that comes back when it is done, in the same stream.
void copyThatIsAwaited() {
    int* const host = pinned();
    add<<<n / 256, 256>>>(host, b);
    int first;
    OK(cudaMemcpy(&first, b, sizeof first, cudaMemcpyDeviceToHost));
    OK(cudaFreeHost(host));
}
void hearsFromTheStream() {
    static std::atomic<bool> over{false};
    int* const host = pinned();
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one));
    OK(cudaLaunchHostFunc(
        one, [](void*) { over = true; }, nullptr));
    while (!over)
        ;
    OK(cudaFreeHost(host));
}
void meetsTheKernelAtAFlag() {
    volatile int* const flag = pinned();
    raise<<<1, 1, 0, one>>>(flag);
    while (*flag == 0)
        ;
    std::printf("flag %d\n", *flag);
    OK(cudaFreeHost(const_cast<int*>(flag)));
}
// Other memory is under way.
void usedByNobody() {
    int *const host = pinned(), *const other = pinned();
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one));
    OK(cudaFreeHost(other));
    OK(cudaStreamSynchronize(one));
    OK(cudaFreeHost(host));
}
// cudaFree waits for memory of cudaMalloc, and of cudaMallocManaged.
void ofTheDevice() {
    int *p, *managed;
    OK(cudaMalloc(&p, bytes));
    OK(cudaMallocManaged(&managed, bytes));
    OK(cudaMemsetAsync(p, 0, bytes, one));
    OK(cudaMemsetAsync(managed, 0, bytes, one));
    add<<<n / 256, 256, 0, one>>>(managed, p);
    OK(cudaFree(p));
    OK(cudaFree(managed));
}
void fromAPool() {
    int *p, *q, *r;
    OK(cudaMallocAsync(&p, bytes, one));
    OK(cudaMallocAsync(&q, bytes, one));
    OK(cudaMallocAsync(&r, bytes, one));
    OK(cudaMemsetAsync(p, 0, bytes, one));
    OK(cudaMemsetAsync(q, 0, bytes, one));
    add<<<n / 256, 256, 0, one>>>(a, p);
    OK(cudaFreeAsync(p, one));
    OK(cudaFree(r)); // nobody has used it
    OK(cudaStreamSynchronize(one));
    OK(cudaFree(q));
}
// Pageable memory may be given back at once: the copy is over, or has what it needs.
void pageable() {
    int* const host = static_cast<int*>(std::calloc(n, sizeof(int)));
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one));
    std::free(host);
}

int main() {
    OK(cudaMalloc(&a, bytes));
    OK(cudaMalloc(&b, bytes));
    OK(cudaMemset(a, 0, bytes));
    OK(cudaMemset(b, 0, bytes));
    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    OK(cudaStreamCreate(&two));
    for (void (*const each)() :
         {streamIsAwaited, eventIsAwaited, asksUntilItIsOver, copyThatIsAwaited, hearsFromTheStream,
          meetsTheKernelAtAFlag, usedByNobody, ofTheDevice, fromAPool, pageable}) {
        OK(cudaDeviceSynchronize());
        each();
    }
    OK(cudaDeviceSynchronize());
    OK(cudaStreamDestroy(one));
    OK(cudaStreamDestroy(two));
    OK(cudaFree(a));
    OK(cudaFree(b));
}
