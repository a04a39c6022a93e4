// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lnvrtc -lcuda
// output: all as it should be
// launches: 2
// tells: what was to be loaded is machine code only
//
// A kernel that the program compiles while it runs, loaded as machine code and as PTX.
#include "check.h"

#include <cuda.h>
#include <nvrtc.h>

#include <cstring>
#include <string>
#include <vector>

#define RTC(call) CHECK((call) == NVRTC_SUCCESS)
#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

static const char source[] = "template<class T> __global__ void scale(T* values, T factor, int n) {\n"
                             "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        values[i] *= factor;\n"
                             "}\n";

static void launch(const std::vector<char>& code, const std::string& name, float factor) {
    CUmodule module;
    CUfunction function;
    DRIVER(cuModuleLoadData(&module, code.data()));
    DRIVER(cuModuleGetFunction(&function, module, name.c_str()));
    std::vector<float> values(1000, 2);
    int n = 1000;
    CUdeviceptr device;
    DRIVER(cuMemAlloc(&device, n * sizeof(float)));
    DRIVER(cuMemcpyHtoD(device, values.data(), n * sizeof(float)));
    void* arguments[] = {&device, &factor, &n};
    DRIVER(cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    DRIVER(cuMemcpyDtoH(values.data(), device, n * sizeof(float)));
    for (const float each : values)
        CHECK(each == 2 * factor);
    DRIVER(cuMemFree(device));
    DRIVER(cuModuleUnload(module));
}

int main() {
    CUdevice device;
    CUcontext context;
    DRIVER(cuInit(0));
    DRIVER(cuDeviceGet(&device, 0));
    DRIVER(cuDevicePrimaryCtxRetain(&context, device));
    DRIVER(cuCtxSetCurrent(context));

    nvrtcProgram program;
    RTC(nvrtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr));
    RTC(nvrtcAddNameExpression(program, "scale<float>"));
    const char* const options[] = {"--gpu-architecture=sm_90", "-lineinfo"};
    RTC(nvrtcCompileProgram(program, 2, options));
    const char* name;
    RTC(nvrtcGetLoweredName(program, "scale<float>", &name));
    size_t bytes;
    RTC(nvrtcGetCUBINSize(program, &bytes));
    std::vector<char> cubin(bytes);
    RTC(nvrtcGetCUBIN(program, cubin.data()));
    RTC(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> ptx(bytes);
    RTC(nvrtcGetPTX(program, ptx.data()));
    launch(cubin, name, 3);
    launch(ptx, name, 5);
    RTC(nvrtcDestroyProgram(&program));

    // The toolkit's own words for a mistake.
    RTC(nvrtcCreateProgram(&program, "__global__ void k() { nonsense; }", "bad.cu", 0, nullptr, nullptr));
    const nvrtcResult failed = nvrtcCompileProgram(program, 0, nullptr);
    CHECK(failed == NVRTC_ERROR_COMPILATION);
    CHECK(std::strcmp(nvrtcGetErrorString(failed), "NVRTC_ERROR_COMPILATION") == 0);
    RTC(nvrtcGetProgramLogSize(program, &bytes));
    std::string log(bytes, '\0');
    RTC(nvrtcGetProgramLog(program, log.data()));
    CHECK(log.find("nonsense") != std::string::npos);

    // Machine code that nobody has compiled here has no PTX.
    CUmodule module;
    cubin[100] = char(cubin[100] + 1);
    CHECK(cuModuleLoadData(&module, cubin.data()) != CUDA_SUCCESS);
    std::puts("all as it should be");
}
