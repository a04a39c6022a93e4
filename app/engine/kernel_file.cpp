// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/kernel_file.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <system_error>

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
    const size_t equals = text.find('=');
    if (equals == 0 || text.empty())
        throw EngineError(fmt::format("'-D {}' names nothing: write -D NAME=VALUE", text));
    if (equals == std::string::npos)
        return {text, "1"};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string readTextFile(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) // devices and pipes have no end
        throw EngineError(fmt::format("{} is {}: write the name of an ordinary file", file.string(),
                                      std::filesystem::is_directory(status) ? "a folder" : "a device or a pipe"));
    constexpr std::uintmax_t most = 256u << 20;
    if (const std::uintmax_t size = std::filesystem::file_size(file, error); !error && size > most)
        throw EngineError(fmt::format("{} has {} bytes, and texts of up to {} are read", file.string(), size, most));
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw EngineError(fmt::format("cannot read {}: check the path and its rights", file.string()));
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (in.bad())
        throw EngineError(fmt::format("cannot read {} to its end", file.string()));
    return text;
}

LaunchSpec launchOfFile(const FileLaunch& launch) {
    if (launch.grid.empty() || launch.block.empty())
        throw EngineError("a kernel from a file needs its launch: write --grid X,Y,Z --block X,Y,Z and one --arg for "
                          "each argument");
    LaunchSpec spec;
    spec.grid = parseDim(launch.grid, "--grid");
    spec.block = parseDim(launch.block, "--block");
    spec.dynamicShared = launch.sharedBytes.value_or(0);
    for (const std::string& text : launch.arguments)
        spec.arguments.push_back({"", text, parseArgumentSpec(text)});
    return spec;
}

KernelImage imageOfKernelFile(const StageCompiler& compiler, const KernelFile& file, const std::string& architecture) {
    std::vector<Define> defines;
    for (const std::string& define : file.launch.defines)
        defines.push_back(parseDefine(define));
    return imageOfText(compiler, file.path, file.text, file.launch.kernel, defines, architecture);
}

} // namespace warplens::engine
