// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/kernel_file.h"

#include "app/engine/suggested_launch.h"
#include "kernels/catalogue/define.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace warplens::engine {

using namespace kernels;

bool isKernelFile(const std::string& name) {
    return name.ends_with(".cu") || name.ends_with(".ptx") || name.ends_with(".cuh");
}

sim::simt::Dim3 parseDim(const std::string& text, const std::string& option, uint32_t rest) {
    uint32_t values[3] = {rest, rest, rest};
    const char* at = text.data();
    const char* end = at + text.size();
    for (int i = 0; i < 3; ++i) {
        while (at != end && *at == ' ')
            ++at;
        const auto [next, error] = std::from_chars(at, end, values[i]);
        if (error != std::errc() || (next != end && *next != ','))
            break;
        if (next == end)
            return {values[0], values[1], values[2]};
        at = next + 1;
    }
    throw EngineError(fmt::format("'{}' is no size for {}: write one to three whole numbers, as in {} 16,16,1", text,
                                  option, option));
}

Define parseDefine(const std::string& text) {
    try {
        kernels::WrittenDefine written = kernels::writtenDefine(text);
        return {std::move(written.name), std::move(written.value)};
    } catch (const kernels::DefineError& error) {
        throw EngineError(error.what());
    }
}

std::string readTextFile(const std::filesystem::path& file) {
    try {
        return kernels::readText(file, kernels::sourceLimit);
    } catch (const kernels::FileError& error) {
        throw EngineError(error.what());
    }
}

LaunchSpec launchOfFile(const FileLaunch& launch) {
    if (launch.grid.empty() || launch.block.empty())
        throw EngineError("a kernel from a file needs its launch: write --grid X,Y,Z --block X,Y,Z and one --arg for "
                          "each argument");
    LaunchSpec spec;
    spec.grid = parseDim(launch.grid, "--grid");
    spec.block = parseDim(launch.block, "--block");
    spec.dynamicShared = launch.sharedBytes.value_or(0);
    for (const std::string& text : launch.arguments) {
        NamedArgument argument{"", text, parseArgumentSpec(text)};
        (argument.spec.variable.empty() ? spec.arguments : spec.variables).push_back(std::move(argument));
    }
    return spec;
}

LaunchSpec launchOfFile(const KernelFile& file) {
    LaunchSpec spec = launchOfFile(file.launch);
    const std::vector<KernelSignature> kernels = kernelsOf(file.path, file.text);
    if (const KernelSignature* kernel = findKernel(kernels, file.launch.kernel))
        for (size_t i = 0; i < std::min(spec.arguments.size(), kernel->parameters.size()); ++i)
            spec.arguments[i].name = kernel->parameters[i].name;
    return spec;
}

KernelImage imageOfKernelFile(const StageCompiler& compiler, const KernelFile& file, const std::string& architecture) {
    std::vector<Define> defines;
    for (const std::string& define : file.launch.defines)
        defines.push_back(parseDefine(define));
    KernelImage image = imageOfText(compiler, file.path, file.text, file.launch.kernel, defines, architecture);
    if (!file.cubin.empty())
        addMachineCode(image, file.cubin);
    return image;
}

} // namespace warplens::engine
