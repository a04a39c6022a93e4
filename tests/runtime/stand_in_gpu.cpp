// SPDX-License-Identifier: GPL-3.0-or-later
// What makes an emulated driver a stand-in for a GPU's: it hears nothing of how the program beside it is emulated, and
// it errs where a test says so. $STAND_IN_GPU is
//   flip     one bit of byte 5 of the array that a launch's first argument points to is turned after the launch
//   fault    launches end with CUDA_ERROR_ILLEGAL_ADDRESS
#include <cuda.h>

#include <cstring>

extern "C" {

char* __real_getenv(const char* name);
char* __wrap_getenv(const char* name);
CUresult __real_warplens_cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                        unsigned, CUstream, void**, void**);
CUresult __wrap_warplens_cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                        unsigned, CUstream, void**, void**);
CUresult warplens_cuCtxSynchronize();
CUresult warplens_cuMemcpyDtoH_v2(void*, CUdeviceptr, size_t);
CUresult warplens_cuMemcpyHtoD_v2(CUdeviceptr, const void*, size_t);

char* __wrap_getenv(const char* name) {
    return std::strncmp(name, "WARPLENS_", 9) == 0 ? nullptr : __real_getenv(name);
}

CUresult __wrap_warplens_cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                                        CUstream stream, void** arguments, void** extra) {
    const char* const said = __real_getenv("STAND_IN_GPU");
    const char* const error = said == nullptr ? "" : said;
    if (std::strcmp(error, "fault") == 0)
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    const CUresult result = __real_warplens_cuLaunchKernel(function, gridX, gridY, gridZ, blockX, blockY, blockZ,
                                                           shared, stream, arguments, extra);
    if (result != CUDA_SUCCESS || std::strcmp(error, "flip") != 0)
        return result;
    CUdeviceptr array = 0;
    std::memcpy(&array, arguments[0], sizeof array);
    unsigned char byte = 0;
    warplens_cuCtxSynchronize();
    warplens_cuMemcpyDtoH_v2(&byte, array + 5, 1);
    byte ^= 1;
    warplens_cuMemcpyHtoD_v2(array + 5, &byte, 1);
    return CUDA_SUCCESS;
}

} // extern "C"
