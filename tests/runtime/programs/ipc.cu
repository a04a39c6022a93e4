// SPDX-License-Identifier: GPL-3.0-or-later
// output: all as it should be
// tells: cudaIpcOpenMemHandle: the handle is of no memory that Warplens has handed out
// tells: the handle is this process's own
// tells: cudaIpcGetMemHandle
// tells: the event was made without cudaEventInterprocess
// tells: is nothing that cudaIpcOpenMemHandle has opened
// tells: cudaEventCreate: cudaEventInterprocess needs cudaEventDisableTiming
//
// Memory and events that another process opens by their handles: it waits for the first one's work, adds to it and says so.
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>

__global__ void slowly(int* p, int what, int rounds) {
    int x = what;
    for (int i = 0; i < rounds; ++i)
        x = x * 3 + i;
    p[threadIdx.x] = x == 1 ? 0 : what;
}
__global__ void addTo(int* p, int what) {
    p[threadIdx.x] += what;
}

struct Handles {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t ready, done;
};

static int other(int in, int out) {
    Handles handles;
    CHECK(read(in, &handles, sizeof handles) == sizeof handles);
    int *p, *again;
    cudaEvent_t ready, done;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaIpcOpenMemHandle((void**)&p, handles.memory, cudaIpcMemLazyEnablePeerAccess));
    OK(cudaIpcOpenMemHandle((void**)&again, handles.memory, cudaIpcMemLazyEnablePeerAccess));
    CHECK(p == again);
    OK(cudaIpcOpenEventHandle(&ready, handles.ready));
    OK(cudaIpcOpenEventHandle(&done, handles.done));
    OK(cudaStreamWaitEvent(stream, ready));
    addTo<<<1, 32, 0, stream>>>(p, 30);
    OK(cudaEventRecord(done, stream));
    CHECK(write(out, "x", 1) == 1); // it is recorded, and may not be done yet
    OK(cudaStreamSynchronize(stream));
    OK(cudaIpcCloseMemHandle(p));
    OK(cudaIpcCloseMemHandle(again));
    FAILS(cudaErrorInvalidValue, cudaIpcCloseMemHandle(again));
    OK(cudaEventDestroy(ready));
    OK(cudaEventDestroy(done));
    return 0;
}

int main(int argc, char** argv) {
    if (argc == 3)
        return other(std::atoi(argv[1]), std::atoi(argv[2]));
    int there[2], back[2];
    CHECK(pipe(there) == 0 && pipe(back) == 0);
    const pid_t child = fork();
    if (child == 0)
        execl("/proc/self/exe", "ipc", std::to_string(there[0]).c_str(), std::to_string(back[1]).c_str(), nullptr);
    int *p, *q, host[32] = {}, status = -1;
    Handles handles;
    cudaEvent_t ready, done, ordinary;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaMalloc(&p, sizeof host));
    OK(cudaMemset(p, 1, sizeof host));
    OK(cudaEventCreateWithFlags(&ready, cudaEventInterprocess | cudaEventDisableTiming));
    OK(cudaEventCreateWithFlags(&done, cudaEventInterprocess | cudaEventDisableTiming));
    OK(cudaEventQuery(ready)); // never recorded: there is nothing to wait for
    OK(cudaIpcGetMemHandle(&handles.memory, p));
    OK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[31] == 0x01010101); // what was there is there still
    OK(cudaIpcGetEventHandle(&handles.ready, ready));
    OK(cudaIpcGetEventHandle(&handles.done, done));
    slowly<<<1, 32, 0, stream>>>(p, 5, 100000);
    OK(cudaEventRecord(ready, stream));
    CHECK(write(there[1], &handles, sizeof handles) == sizeof handles);
    char byte;
    CHECK(read(back[0], &byte, 1) == 1);
    OK(cudaStreamWaitEvent(stream, done));
    addTo<<<1, 32, 0, stream>>>(p, 7);
    OK(cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    for (const int each : host)
        CHECK(each == 42);
    OK(cudaEventSynchronize(done));
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);

    FAILS(cudaErrorDeviceUninitialized,
          cudaIpcOpenMemHandle((void**)&q, handles.memory, cudaIpcMemLazyEnablePeerAccess));
    std::memset(&handles, 7, sizeof handles);
    FAILS(cudaErrorInvalidValue, cudaIpcOpenMemHandle((void**)&q, handles.memory, cudaIpcMemLazyEnablePeerAccess));
    FAILS(cudaErrorInvalidValue, cudaIpcGetMemHandle(&handles.memory, host));
    FAILS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&ordinary, cudaEventInterprocess));
    OK(cudaEventCreate(&ordinary));
    FAILS(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&handles.ready, ordinary));
    OK(cudaFree(p));
    OK(cudaMalloc(&q, sizeof host));
    OK(cudaFree(q));
    std::puts("all as it should be");
}
