// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the fixtures of tests/sim/instructions on a GPU: the same files, the same PTX, compiled by the driver.
//
//   nvcc -std=c++17 -O1 -I . -o instructions tests/hardware/instructions.cu -lcuda     (in the repository's root)
//   ./instructions [--all] [--ptx FOLDER] tests/sim/instructions/*.fixtures
//
// Says for each file how many values are exact, within the bound of the PTX ISA, or different, and shows those that
// differ (--all: the inexact ones too). Of fixtures that a compiler is known to make something else of (`otherwise`) it
// is an error when it does not. With --ptx the texts are only written into the folder, to be tried with ptxas.
#include "tests/sim/instructions/fixture.h"

#include <cuda.h>

#include <cstdio>

using namespace warplens::fixture;

namespace {

struct Sum {
    size_t exact = 0, within = 0, different = 0, failed = 0;
    size_t otherwise = 0; ///< fixtures that the compiler makes something else of, as is known
};

const char* nameOf(CUresult result) {
    const char* text = "?";
    cuGetErrorName(result, &text);
    return text;
}

std::string run(const Fixture& fixture, int capability, Sum& sum, bool showAll) {
    std::vector<char> log(8192);
    CUjit_option keys[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    CUmodule module;
    CUfunction kernel;
    (void)capability;
    CUresult result = cuModuleLoadDataEx(&module, fixturePtx(fixture).c_str(), 2, keys, values);
    if (result != CUDA_SUCCESS) {
        ++sum.failed;
        return std::string("  does not compile: ") + nameOf(result) + "\n" + log.data() + "\n";
    }
    cuModuleGetFunction(&kernel, module, "fixture");
    CUdeviceptr in, out, memory;
    cuMemAlloc(&in, inBytes(fixture) + 16);
    cuMemAlloc(&out, outBytes(fixture) + 16);
    cuMemAlloc(&memory, memoryBytes(fixture));
    const auto given = inputBytes(fixture);
    cuMemcpyHtoD(in, given.data(), given.size());
    cuMemsetD8(out, 0, outBytes(fixture) + 16);
    cuMemsetD8(memory, 0, memoryBytes(fixture));
    void* arguments[] = {&in, &out, &memory};
    result = cuLaunchKernel(kernel, 1, 1, 1, threads(fixture), 1, 1, 0, nullptr, arguments, nullptr);
    if (result == CUDA_SUCCESS)
        result = cuCtxSynchronize();
    std::vector<unsigned char> got(outBytes(fixture));
    if (result == CUDA_SUCCESS)
        result = cuMemcpyDtoH(got.data(), out, got.size());
    cuMemFree(in);
    cuMemFree(out);
    cuMemFree(memory);
    cuModuleUnload(module);
    if (result != CUDA_SUCCESS) {
        ++sum.failed;
        return std::string("  does not run: ") + nameOf(result) + "\n";
    }
    std::string text;
    size_t shown = 0;
    for (size_t row = 0; row < fixture.rows(); ++row)
        for (size_t i = 0; i < fixture.out.size(); ++i) {
            const Value actual = outputAt(fixture, got.data(), row, i), expected = fixture.outputs[row][i];
            const Verdict verdict = judge(fixture, fixture.out[i], expected, actual);
            ++(verdict == Verdict::Exact ? sum.exact : verdict == Verdict::Within ? sum.within : sum.different);
            if (verdict == Verdict::Exact || (verdict == Verdict::Within && !showAll) || ++shown > 6)
                continue;
            char line[256];
            std::snprintf(line, sizeof line, "  row %zu, %s: the GPU says %llx%016llx, the fixture %llx%016llx; inputs",
                          row, fixture.out[i].name.c_str(), static_cast<unsigned long long>(actual.high),
                          static_cast<unsigned long long>(actual.low), static_cast<unsigned long long>(expected.high),
                          static_cast<unsigned long long>(expected.low));
            text += line;
            for (const Value& value : fixture.inputs[row]) {
                std::snprintf(line, sizeof line, " %llx", static_cast<unsigned long long>(value.low));
                text += line;
            }
            text += "\n";
        }
    return text;
}

void start(CUcontext& context, int& capability) {
    CUdevice device;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        std::fprintf(stderr, "no GPU\n");
        std::exit(2);
    }
    int major = 0, minor = 0;
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    capability = major * 10 + minor;
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
}

} // namespace

int main(int count, char** words) {
    bool showAll = false;
    std::string folder;
    std::vector<std::string> files;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--all")
            showAll = true;
        else if (word == "--ptx" && i + 1 < count)
            folder = words[++i];
        else
            files.push_back(word);
    }
    Sum total;
    size_t fixtures = 0, good = 0;
    CUcontext context;
    int capability = 0;
    if (folder.empty())
        start(context, capability);
    for (const std::string& file : files) {
        Sum sum;
        std::string report;
        size_t number = 0;
        for (const Fixture& fixture : readFixtures(file)) {
            ++fixtures;
            if (!folder.empty()) {
                const size_t slash = file.find_last_of('/');
                std::ofstream(folder + "/" + file.substr(slash == std::string::npos ? 0 : slash + 1) + "-" +
                              std::to_string(number++) + "-sm" + std::to_string(fixture.target) + ".ptx")
                    << "// " << fixture.name << "\n"
                    << fixturePtx(fixture);
                continue;
            }
            if (capability < fixture.target)
                continue;
            const size_t failed = sum.failed, before = sum.different + failed;
            std::string text = run(fixture, capability, sum, showAll);
            if (!fixture.otherwise.empty() && sum.failed == failed) {
                if (sum.different == before - failed) {
                    ++sum.failed;
                    text = "  is as the ISA says: it needs no `otherwise` any more\n";
                } else {
                    sum.different = before - failed;
                    ++sum.otherwise;
                    text.clear();
                }
            }
            good += sum.different + sum.failed == before;
            if (!text.empty())
                report += fixture.name + "\n" + text;
            if (cuCtxGetCurrent(&context) != CUDA_SUCCESS || cuCtxSynchronize() != CUDA_SUCCESS) {
                std::fprintf(stderr, "the GPU's context is broken after %s\n%s", fixture.name.c_str(), report.c_str());
                return 1;
            }
        }
        if (!folder.empty())
            continue;
        std::printf("%-60s %7zu exact %6zu within bound %5zu different %3zu fail\n%s", file.c_str(), sum.exact,
                    sum.within, sum.different, sum.failed, report.c_str());
        total.exact += sum.exact;
        total.within += sum.within;
        total.different += sum.different;
        total.failed += sum.failed;
        total.otherwise += sum.otherwise;
    }
    if (folder.empty())
        std::printf("%zu of %zu fixtures as expected; values: %zu exact, %zu within their bound, %zu different; %zu "
                    "fixtures do not run; of the fixtures %zu are known to be compiled otherwise than the ISA says\n",
                    good, fixtures, total.exact, total.within, total.different, total.failed, total.otherwise);
    else
        std::printf("%zu texts written\n", fixtures);
    return total.different + total.failed ? 1 : 0;
}
