// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own code touches managed and pinned memory before it has waited: each told at its line. Its twin is
// host_ordered.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: host_race.cu:31: host-race: the program's own code reads byte 68 of the 16384 bytes from cudaMallocManaged (memory 1), which the launch of fill(int*, int) in the default stream writes, and has not waited for that
// tells: host_race.cu:37: host-race: the program's own code writes byte 68 of the 16384 bytes from cudaMallocManaged (memory 1), which the launch of add(int const*, int*) in the default stream reads
// tells: host_race.cu:43: host-race: the program's own code reads byte 400 of the 16384 bytes from cudaHostAlloc (memory 2), which cudaMemcpyAsync in stream 1 writes
// tells: host_race.cu:48: host-race: the program's own code writes byte 8 of the 16384 bytes from cudaHostAlloc (memory 2), which cudaMemcpyAsync in stream 1 reads
// tells: host_race.cu:55: host-race: the program's own code reads byte 0 of the 16384 bytes from cudaMallocManaged (memory 1), which the launch of fill(int*, int) in stream 1 writes
// tells: host_race.cu:62: host-race: the program's own code reads byte 0 of
// tells: host_race.cu:73: host-race: the program's own code reads byte 2308 of the 16384 bytes from cudaHostAlloc (memory 2), which cudaMemcpy3DAsync in stream 1 writes
#include "check.h"

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}
int *device, *pinned, *managed;
cudaStream_t one;

int readsBeforeItHasWaited() {
    fill<<<n / 256, 256>>>(managed, 1);
    return managed[17];
}
// The kernel may still read it.
int writesTooEarly() {
    add<<<n / 256, 256>>>(managed, device);
    const int old = managed[3];
    managed[17] = old;
    return 0;
}
// The copy may not have come.
int readsWhatIsCopied() {
    OK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, one));
    return pinned[100];
}
// The copy may still take it.
int fillsTheBufferAnew() {
    OK(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, one));
    pinned[2] = 7;
    return 0;
}
// Waits for the wrong stream.
int waitsForAnother() {
    fill<<<n / 256, 256, 0, one>>>(managed, 1);
    OK(cudaStreamSynchronize(nullptr));
    return managed[0];
}
// The operating system reads it for the program.
int writesToAFile() {
    std::FILE* const file = std::fopen("/dev/null", "wb");
    setvbuf(file, nullptr, _IONBF, 0);
    fill<<<n / 256, 256>>>(managed, 1);
    std::fwrite(managed, 1, bytes, file);
    return std::fclose(file);
}
// A box out of a volume whose rows have 256 bytes, and whose slices 8 rows.
int readsAVolume() {
    cudaMemcpy3DParms box{};
    box.srcPtr = make_cudaPitchedPtr(device, 256, 64, 8);
    box.dstPtr = make_cudaPitchedPtr(pinned, 256, 64, 8);
    box.extent = make_cudaExtent(64, 4, 2);
    box.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&box, one));
    return pinned[2308 / 4];
}

int main() {
    OK(cudaMallocManaged(&managed, bytes));
    OK(cudaMallocHost(&pinned, bytes));
    OK(cudaMalloc(&device, bytes));
    OK(cudaMemset(device, 0, bytes));
    for (int i = 0; i < n; ++i)
        pinned[i] = managed[i] = 0;
    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    int sum = 0;
    for (int (*const each)() : {readsBeforeItHasWaited, writesTooEarly, readsWhatIsCopied, fillsTheBufferAnew, waitsForAnother, writesToAFile,
                               readsAVolume}) {
        sum += each();
        OK(cudaDeviceSynchronize());
    }
    CHECK(sum != 12345);
    OK(cudaStreamDestroy(one));
    OK(cudaFree(device));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
}
