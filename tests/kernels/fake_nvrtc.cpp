// SPDX-License-Identifier: GPL-3.0-or-later
// NVRTC as $WARPLENS_REAL_NVRTC has it, which breaks down on a source that says so: warplens_test_crash ends the process by
// a signal, warplens_test_exit ends it silently, warplens_test_noise writes where answers go.
#include <dlfcn.h>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template<typename... Arguments>
int real(const char* name, Arguments... arguments) {
    static void* library = dlopen(std::getenv("WARPLENS_REAL_NVRTC"), RTLD_LAZY | RTLD_LOCAL);
    return reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name))(arguments...);
}

} // namespace

extern "C" {

using Program = void*;

int nvrtcVersion(int* major, int* minor) {
    return real("nvrtcVersion", major, minor);
}
const char* nvrtcGetErrorString(int code) {
    return code == 0 ? "NVRTC_SUCCESS" : "NVRTC_ERROR";
}
int nvrtcCreateProgram(Program* program, const char* source, const char* name, int headers,
                       const char* const* headerTexts, const char* const* headerNames) {
    if (std::strstr(source, "warplens_test_crash") != nullptr)
        std::raise(SIGSEGV);
    if (std::strstr(source, "warplens_test_exit") != nullptr)
        std::_Exit(3);
    if (std::strstr(source, "warplens_test_noise") != nullptr) {
        std::puts("a compiler that talks");
        std::fflush(stdout);
    }
    return real("nvrtcCreateProgram", program, source, name, headers, headerTexts, headerNames);
}
int nvrtcDestroyProgram(Program* program) {
    return real("nvrtcDestroyProgram", program);
}
int nvrtcAddNameExpression(Program program, const char* expression) {
    return real("nvrtcAddNameExpression", program, expression);
}
int nvrtcCompileProgram(Program program, int count, const char* const* options) {
    return real("nvrtcCompileProgram", program, count, options);
}
int nvrtcGetLoweredName(Program program, const char* expression, const char** name) {
    return real("nvrtcGetLoweredName", program, expression, name);
}
int nvrtcGetProgramLogSize(Program program, std::size_t* size) {
    return real("nvrtcGetProgramLogSize", program, size);
}
int nvrtcGetProgramLog(Program program, char* text) {
    return real("nvrtcGetProgramLog", program, text);
}
int nvrtcGetPTXSize(Program program, std::size_t* size) {
    return real("nvrtcGetPTXSize", program, size);
}
int nvrtcGetPTX(Program program, char* text) {
    return real("nvrtcGetPTX", program, text);
}
int nvrtcGetCUBINSize(Program program, std::size_t* size) {
    return real("nvrtcGetCUBINSize", program, size);
}
int nvrtcGetCUBIN(Program program, char* bytes) {
    return real("nvrtcGetCUBIN", program, bytes);
}

} // extern "C"
