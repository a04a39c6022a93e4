// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of host_race.cu: the program has waited, touches other bytes, only reads what work only reads, or meets a
// kernel at a flag.
// nvcc: -g
// run: --strict
// exit: 0
// output: waited 1 2 3
// output: beside 5 0 9
// output: file 4096
// output: flag 7
// output: callback 1
// output: heard 8
// never: host-race
#include "check.h"

#include <atomic>
#include <cstring>
#include <unistd.h>

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}
__global__ void answer(volatile int* flags, int* value) {
    value[0] += 2;
    __threadfence_system();
    flags[1] = 1;
}
int *device, *pinned, *managed;
cudaStream_t one;

void waits() {
    fill<<<n / 256, 256>>>(managed, 1);
    OK(cudaDeviceSynchronize());
    const int first = managed[17];
    fill<<<n / 256, 256, 0, one>>>(managed, 2);
    OK(cudaStreamSynchronize(one));
    const int second = managed[17];
    managed[17] = 3;
    cudaEvent_t copied;
    OK(cudaEventCreate(&copied));
    OK(cudaMemcpyAsync(pinned, managed, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaEventRecord(copied, one));
    OK(cudaEventSynchronize(copied));
    std::printf("waited %d %d %d\n", first, second, pinned[17]);
    OK(cudaEventDestroy(copied));
}
// The other half, on the same page too; and both only read.
void touchesOtherBytes() {
    fill<<<1, 256>>>(managed, 4);
    for (int i = 256; i < 512; ++i)
        managed[i] = 5;
    const int mine = managed[300];
    OK(cudaDeviceSynchronize());
    std::memset(pinned, 0, bytes);
    OK(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, one));
    const int same = pinned[5];
    add<<<n / 256, 256, 0, one>>>(managed, device);
    CHECK(managed[0] == 4);
    OK(cudaDeviceSynchronize());
    pinned[5] = 9;
    // Beside a box out of a volume: behind its rows, below them, and behind its slices.
    cudaMemcpy3DParms box{};
    box.srcPtr = make_cudaPitchedPtr(device, 256, 64, 8);
    box.dstPtr = make_cudaPitchedPtr(pinned, 256, 64, 8);
    box.extent = make_cudaExtent(64, 4, 2);
    box.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&box, one));
    for (const int beside : {17, 4 * 64, 512 + 17, 1024})
        pinned[beside] = 1;
    OK(cudaDeviceSynchronize());
    pinned[5] = 9;
    std::printf("beside %d %d %d\n", mine, same, pinned[5]);
}
// The operating system may read and write what nobody else uses, although a kernel could.
void usesFiles() {
    char name[] = "/tmp/warplens-host-XXXXXX";
    const int file = mkstemp(name);
    fill<<<1, 256>>>(managed, 4);
    CHECK(write(file, managed + 1024, 4096) == 4096);
    CHECK(pread(file, managed + 2048, 4096, 0) == 4096);
    std::FILE* const again = std::fopen(name, "rb");
    std::printf("file %zu\n", std::fread(managed + 2048, 1, 4096, again));
    std::fclose(again);
    OK(cudaDeviceSynchronize());
    close(file);
    unlink(name);
}
// Both run, and the program waits for the kernel's flag.
void meetsAtAFlag() {
    volatile int* const flags = pinned;
    flags[1] = 0;
    managed[0] = 5;
    answer<<<1, 1, 0, one>>>(flags, managed);
    while (flags[1] == 0)
        ;
    std::printf("flag %d\n", managed[0]);
    OK(cudaDeviceSynchronize());
}
void inTheStream(void* value) {
    *static_cast<int*>(value) = 1;
}
void hostFunction() {
    OK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, one));
    OK(cudaLaunchHostFunc(one, inTheStream, pinned + 17));
    OK(cudaStreamSynchronize(one));
    std::printf("callback %d\n", pinned[17]);
}
// The function in the stream tells the program, which reads what came before it.
void hearsFromTheStream() {
    static std::atomic<bool> over{false};
    fill<<<1, 256, 0, one>>>(managed, 8);
    OK(cudaLaunchHostFunc(one, [](void*) { over = true; }, nullptr));
    while (!over)
        ;
    std::printf("heard %d\n", managed[17]);
}

int main() {
    OK(cudaMallocManaged(&managed, bytes));
    OK(cudaMallocHost(&pinned, bytes));
    OK(cudaMalloc(&device, bytes));
    OK(cudaMemset(device, 0, bytes));
    for (int i = 0; i < n; ++i)
        pinned[i] = managed[i] = 0;
    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    for (void (*const each)() : {waits, touchesOtherBytes, usesFiles, meetsAtAFlag, hostFunction, hearsFromTheStream}) {
        each();
        OK(cudaDeviceSynchronize());
    }
    OK(cudaStreamDestroy(one));
    OK(cudaFree(device));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
}
