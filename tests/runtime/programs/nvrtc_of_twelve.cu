// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -library-of-12
// output: compiled by NVRTC 12
// tells: nvrtcGetNVVM: Warplens does not pass on this function of NVRTC
// launches: 0
//
// A program that is linked to libnvrtc.so.12 is given the toolkit's NVRTC of that version where there are several. Here it is
// one that knows nothing but its version, and that with the help of a library that it opens by its name alone.
#include "check.h"

#include <nvrtc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

extern "C" nvrtcResult nvrtcGetNVVM(nvrtcProgram, char*); // CUDA 13 has it no more

namespace fs = std::filesystem;

static void compile(const fs::path& folder, const std::string& name, const std::string& text) {
    const std::string source = folder / "source.c", library = folder / name;
    std::ofstream(source) << text << '\n';
    CHECK(std::system(("cc -shared -fPIC -Wl,-soname," + name + " -o " + library + " " + source).c_str()) == 0);
}

int main() {
    const fs::path folder = fs::temp_directory_path() / ("nvrtc-of-twelve-" + std::to_string(getpid()));
    fs::create_directories(folder);
    const std::string version = "libnvrtc-builtins.so.12.99";
    compile(folder, version, "int minor(void) { return 99; }");
    compile(folder, "libnvrtc.so.12",
            "#include <dlfcn.h>\n"
            "int nvrtcVersion(int* major, int* minor) {\n"
            "    void* builtins = dlopen(\"" +
                version +
                "\", RTLD_LAZY);\n"
                "    *major = 12;\n"
                "    *minor = builtins ? ((int (*)(void))dlsym(builtins, \"minor\"))() : -1;\n"
                "    return 0;\n"
                "}");
    const char* const path = std::getenv("LD_LIBRARY_PATH");
    setenv("LD_LIBRARY_PATH", (std::string(path ? path : "") + ":" + folder.string()).c_str(), 1);
    int major = 0, minor = 0;
    CHECK(nvrtcVersion(&major, &minor) == NVRTC_SUCCESS);
    fs::remove_all(folder);
    CHECK(major == 12 && minor == 99);
    CHECK(nvrtcGetNVVM(nullptr, nullptr) != NVRTC_SUCCESS);
    std::printf("compiled by NVRTC %d\n", major);
}
