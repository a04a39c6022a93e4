// SPDX-License-Identifier: GPL-3.0-or-later
// output: fine
//
// Nodes that copy and fill: rows, halves of words, variables; and what nodes say of themselves.
#include "check.h"

#include <utility>

__device__ int variable[8];
__global__ void scale(int* p, int by, int n) {
    if (threadIdx.x < n)
        p[threadIdx.x] *= by;
}
void CUDART_CB count(void* calls) {
    ++*static_cast<int*>(calls);
}

int in[64], out[64], calls = 0;

/// The graph of each kind of node, and what it leaves: rows 0, 2, 4, 6 of eight, and below a pattern.
void rows(int* from, int* to) {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t up, scaled, filled, copied, down, told;
    OK(cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, from, in, sizeof in, cudaMemcpyHostToDevice));
    int by = 3, n = 32;
    void* arguments[] = {&from, &by, &n};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(scale);
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(64);
    kernel.kernelParams = arguments;
    OK(cudaGraphAddKernelNode(&scaled, graph, &up, 1, &kernel));
    by = n = 0; // the node has its own
    cudaMemsetParams fill = {};
    fill.dst = to + 32;
    fill.value = 0xBEEF;
    fill.elementSize = 2;
    fill.width = 5;
    fill.height = 3;
    fill.pitch = 16;
    OK(cudaGraphAddMemsetNode(&filled, graph, &up, 1, &fill));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(from, 64, 32, 4);
    copy.dstPtr = make_cudaPitchedPtr(to, 32, 32, 4);
    copy.extent = make_cudaExtent(32, 4, 1);
    copy.kind = cudaMemcpyDeviceToDevice;
    const cudaGraphNode_t both[] = {scaled, filled};
    OK(cudaGraphAddMemcpyNode(&copied, graph, both, 2, &copy));
    OK(cudaGraphAddMemcpyNode1D(&down, graph, &copied, 1, out, to, sizeof out, cudaMemcpyDeviceToHost));
    const cudaHostNodeParams host = {count, &calls};
    OK(cudaGraphAddHostNode(&told, graph, &down, 1, &host));

    cudaKernelNodeParams ofKernel = {};
    OK(cudaGraphKernelNodeGetParams(scaled, &ofKernel));
    CHECK(ofKernel.func == kernel.func && ofKernel.blockDim.x == 64 && ofKernel.gridDim.x == 1);
    CHECK(*static_cast<int**>(ofKernel.kernelParams[0]) == from && *static_cast<int*>(ofKernel.kernelParams[1]) == 3);
    cudaMemcpy3DParms ofCopy = {};
    OK(cudaGraphMemcpyNodeGetParams(copied, &ofCopy));
    CHECK(ofCopy.srcPtr.ptr == from && ofCopy.srcPtr.pitch == 64 && ofCopy.dstPtr.ptr == to &&
          ofCopy.extent.width == 32 && ofCopy.extent.height == 4 && ofCopy.extent.depth == 1 &&
          ofCopy.kind == cudaMemcpyDeviceToDevice);
    for (const auto& [node, kind] : {std::pair(up, cudaMemcpyHostToDevice), {down, cudaMemcpyDeviceToHost}}) {
        OK(cudaGraphMemcpyNodeGetParams(node, &ofCopy));
        CHECK(ofCopy.kind == kind);
    }
    cudaMemsetParams ofFill = {};
    OK(cudaGraphMemsetNodeGetParams(filled, &ofFill));
    CHECK(ofFill.dst == fill.dst && ofFill.value == 0xBEEF && ofFill.elementSize == 2 && ofFill.pitch == 16);
    cudaHostNodeParams ofHost = {};
    OK(cudaGraphHostNodeGetParams(told, &ofHost));
    CHECK(ofHost.fn == count && ofHost.userData == &calls);
    FAILS(cudaErrorInvalidValue, cudaGraphMemcpyNodeGetParams(scaled, &ofCopy));
    FAILS(cudaErrorInvalidValue, cudaGraphKernelNodeGetParams(scaled, nullptr));

    cudaGraphExec_t runnable;
    OK(cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaMemset(to, 0x11, 256));
    OK(cudaGraphLaunch(runnable, 0));
    OK(cudaDeviceSynchronize());
    CHECK(calls == 1);
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 8; ++column) {
            const int i = row * 16 + column;
            CHECK(out[row * 8 + column] == (i < 32 ? 3 * i : i));
            const auto* halves = reinterpret_cast<const unsigned short*>(out + 32);
            CHECK(halves[row * 8 + column] == (row < 3 && column < 5 ? 0xBEEF : 0x1111));
        }

    // What it said of itself, with one thing changed, by the function of its kind and by that of all kinds.
    *static_cast<int*>(ofKernel.kernelParams[2]) = 64;
    *static_cast<int*>(ofKernel.kernelParams[1]) = 10;
    OK(cudaGraphExecKernelNodeSetParams(runnable, scaled, &ofKernel));
    cudaGraphNodeParams any = {};
    any.type = cudaGraphNodeTypeMemset;
    any.memset.dst = fill.dst;
    any.memset.value = 7;
    any.memset.elementSize = 4;
    any.memset.width = 2;
    any.memset.height = 1;
    FAILS(cudaErrorInvalidValue, cudaGraphExecNodeSetParams(runnable, filled, &any)); // it fills several rows
    OK(cudaGraphLaunch(runnable, 0));
    OK(cudaDeviceSynchronize());
    CHECK(out[31] == 550 && out[32] == static_cast<int>(0xBEEFBEEF) && calls == 2);
    any.type = cudaGraphNodeTypeEmpty;
    FAILS(cudaErrorInvalidValue, cudaGraphNodeSetParams(filled, &any));
    OK(cudaGraphExecDestroy(runnable));
    OK(cudaGraphDestroy(graph));
}

void variables() {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t to, from;
    const int three[3] = {5, 6, 7}, four[3] = {8, 9, 10};
    int seen[2] = {}, other[2] = {};
    OK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, variable, three, 12, 8, cudaMemcpyHostToDevice));
    OK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, seen, variable, 8, 12, cudaMemcpyDeviceToHost));
    cudaGraphExec_t runnable;
    OK(cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaGraphLaunch(runnable, 0));
    OK(cudaDeviceSynchronize());
    CHECK(seen[0] == 6 && seen[1] == 7);
    OK(cudaGraphExecMemcpyNodeSetParamsToSymbol(runnable, to, variable, four, 12, 12, cudaMemcpyHostToDevice));
    OK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(runnable, from, other, variable, 8, 16, cudaMemcpyDeviceToHost));
    OK(cudaGraphLaunch(runnable, 0));
    OK(cudaDeviceSynchronize());
    CHECK(other[0] == 9 && other[1] == 10);
    OK(cudaGraphExecDestroy(runnable));
    OK(cudaGraphDestroy(graph));
}

/// Rows between devices; one is there, and it stands for both.
void betweenDevices(int* from, int* to) {
    cudaMemcpy3DPeerParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(from, 32, 8, 4);
    copy.dstPtr = make_cudaPitchedPtr(to, 16, 4, 4);
    copy.extent = make_cudaExtent(12, 2, 1);
    OK(cudaMemset(to, 0, 32));
    OK(cudaMemcpy3DPeer(&copy));
    OK(cudaMemcpy(out, to, 32, cudaMemcpyDeviceToHost));
    CHECK(out[2] == 2 && out[3] == 0 && out[4] == 8 && out[6] == 10 && out[7] == 0);
    copy.dstDevice = 7;
    FAILS(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&copy));
}

/// Beside an array a place in a pointer's rows is counted in the array's elements, in both directions, as on an H100.
void besideAnArray() {
    cudaArray_t array;
    const cudaChannelFormatDesc shorts = cudaCreateChannelDesc<short>();
    OK(cudaMalloc3DArray(&array, &shorts, make_cudaExtent(8, 2, 2)));
    short numbers[32], back[32] = {};
    for (int i = 0; i < 32; ++i)
        numbers[i] = static_cast<short>(100 + i);
    cudaMemcpy3DParms to = {}, from = {};
    to.srcPtr = make_cudaPitchedPtr(numbers, 16, 8, 2);
    to.srcPos = make_cudaPos(2, 0, 0);
    to.dstArray = array;
    to.dstPos = make_cudaPos(1, 0, 1);
    to.extent = make_cudaExtent(6, 2, 1);
    to.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&to));
    from.srcArray = array;
    from.srcPos = make_cudaPos(1, 1, 1);
    from.dstPtr = make_cudaPitchedPtr(back, 16, 8, 2);
    from.dstPos = make_cudaPos(1, 0, 1);
    from.extent = make_cudaExtent(6, 1, 1);
    from.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&from));
    CHECK(back[16] == 0 && back[17] == 110 && back[22] == 115 && back[23] == 0);
    OK(cudaFreeArray(array));
}

int main() {
    besideAnArray();
    for (int i = 0; i < 64; ++i)
        in[i] = i;
    int *from, *to;
    OK(cudaMalloc(&from, sizeof in));
    OK(cudaMalloc(&to, sizeof in));
    rows(from, to);
    variables();
    OK(cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice));
    betweenDevices(from, to);
    FAILS(cudaErrorInvalidValue,
          cudaMemAdvise(from, sizeof in, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0})); // a device's own
    OK(cudaFree(from));
    OK(cudaFree(to));
    std::puts("fine");
}
