// SPDX-License-Identifier: GPL-3.0-or-later
// A captured stream does nothing until its graph is launched; other streams take part through events.
// launches: 6
// tells: cudaStreamSynchronize: the stream is being captured
// tells: another stream takes part in the capture, and this one does not wait for its end
#include "check.h"

__global__ void add(int* p, int what) {
    p[threadIdx.x] += what;
}

int main() {
    int *p, *q, host[64] = {};
    OK(cudaMalloc(&p, 128));
    OK(cudaMalloc(&q, 128));
    OK(cudaMemset(p, 0, 128));
    OK(cudaMemset(q, 0, 128));
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    OK(cudaStreamCreate(&first));
    OK(cudaStreamCreate(&second));
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreate(&join));

    cudaGraph_t graph;
    cudaStreamCaptureStatus status;
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, first>>>(p, 1);
    OK(cudaEventRecord(fork, first));
    OK(cudaStreamWaitEvent(second, fork, 0));
    OK(cudaStreamIsCapturing(second, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    add<<<1, 32, 0, second>>>(q, 10);
    add<<<1, 32, 0, first>>>(p, 2);
    OK(cudaEventRecord(join, second));
    OK(cudaStreamWaitEvent(first, join, 0));
    OK(cudaMemcpyAsync(host, p, 128, cudaMemcpyDeviceToHost, first));
    OK(cudaMemcpyAsync(host + 32, q, 128, cudaMemcpyDeviceToHost, first));
    OK(cudaStreamEndCapture(first, &graph));
    OK(cudaStreamIsCapturing(second, &status));
    CHECK(status == cudaStreamCaptureStatusNone);
    OK(cudaDeviceSynchronize());
    CHECK(host[0] == 0 && host[32] == 0);

    size_t nodes = 0;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 5);
    cudaGraphExec_t runnable;
    OK(cudaGraphInstantiate(&runnable, graph, 0));
    for (int i = 0; i < 2; ++i)
        OK(cudaGraphLaunch(runnable, first));
    OK(cudaStreamSynchronize(first));
    CHECK(host[31] == 6 && host[63] == 20);

    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    FAILS(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(first));
    FAILS(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(first, &graph));
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(fork, first));
    OK(cudaStreamWaitEvent(second, fork, 0));
    add<<<1, 32, 0, second>>>(p, 1);
    FAILS(cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(first, &graph));
    FAILS(cudaErrorIllegalState, cudaStreamEndCapture(first, &graph));
    FAILS(cudaErrorStreamCaptureUnsupported, cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
}
