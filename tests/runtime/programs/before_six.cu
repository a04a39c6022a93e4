// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel in PTX for a GPU that moves no sectors: what is told of it is bytes, of a launch and of a line.
// nvcc: -lcuda
// run: --arch 5.0 --lines
// launches: 1
// output: 0 2 4
// tells: (compute capability 5.0) is emulated
// tells:  bytes moved  0 wavefronts
// tells:  bytes moved in 2 requests of global memory (
// never: sector
#include "check.h"

#include <cuda.h>

#include <cstdio>

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

const char* const text = R"(
.version 7.0
.target sm_50
.address_size 64
.visible .entry twice(.param .u64 at)
{
    .reg .u32 %r<3>;
    .reg .u64 %rd<4>;
    .loc 1 7 1
    ld.param.u64 %rd1, [at];
    cvta.to.global.u64 %rd1, %rd1;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 64;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    add.u32 %r2, %r2, %r2;
    st.global.u32 [%rd3], %r2;
    ret;
}
.file 1 "twice.cu"
)";

int main() {
    DRIVER(cuInit(0));
    CUdevice device;
    CUcontext context;
    DRIVER(cuDeviceGet(&device, 0));
    DRIVER(cuDevicePrimaryCtxRetain(&context, device));
    DRIVER(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction twice;
    DRIVER(cuModuleLoadData(&module, text));
    DRIVER(cuModuleGetFunction(&twice, module, "twice"));
    unsigned numbers[32 * 16] = {};
    for (unsigned lane = 0; lane < 32; ++lane)
        numbers[lane * 16] = lane;
    CUdeviceptr memory;
    DRIVER(cuMemAlloc(&memory, sizeof numbers));
    DRIVER(cuMemcpyHtoD(memory, numbers, sizeof numbers));
    void* arguments[] = {&memory};
    DRIVER(cuLaunchKernel(twice, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    DRIVER(cuCtxSynchronize());
    DRIVER(cuMemcpyDtoH(numbers, memory, sizeof numbers));
    std::printf("%u %u %u\n", numbers[0], numbers[16], numbers[32]);
    DRIVER(cuMemFree(memory));
    DRIVER(cuModuleUnload(module));
    return 0;
}
