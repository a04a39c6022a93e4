// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/images/compile_stage.h"

#include "kernels/catalogue/paths.h"
#include "kernels/images/shipped.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <utility>

namespace warplens::kernels {

CompileRequest stageRequest(const Stage& stage, const ParameterValues& parameters, const std::string& architecture) {
    if (stage.cpu)
        throw CannotCompile(fmt::format("{} runs on the CPU: it has no kernel that could be compiled", stage.id));
    if (!stage.kernel)
        throw CannotCompile(fmt::format("{} calls a library: it has no kernel that could be compiled", stage.id));
    CompileRequest request;
    request.source = stage.source;
    request.fileName = stage.sourceFileName();
    request.architecture = architecture;
    for (const ParameterValue& parameter : macrosOf(stage, parameters))
        request.defines.push_back({parameter.name, std::to_string(parameter.value)});
    request.kernelName = stage.kernel->name;
    return request;
}

struct StageCompiler::Build {
    std::once_flag asked;
    std::string line; ///< see compilerLine
};

StageCompiler::StageCompiler()
    : StageCompiler(Compiler::find(), CompileCache(), resourcesDir() / "ptx") {}

StageCompiler::StageCompiler(Compiler::Search search, CompileCache cache, std::filesystem::path shippedRoot)
    : m_search(std::move(search))
    , m_cache(std::move(cache))
    , m_shippedRoot(std::move(shippedRoot))
    , m_build(std::make_shared<Build>()) {}

std::optional<CompiledStage> StageCompiler::shippedBySameCompiler(const CompileRequest& request, const Stage& stage,
                                                                  const ParameterValues& parameters) const {
    if (request.architecture != shippedArchitecture)
        return std::nullopt;
    const auto start = std::chrono::steady_clock::now();
    std::string reason;
    auto shipped = loadShipped(m_shippedRoot, stage, parameters, reason);
    if (!shipped)
        return std::nullopt;
    std::call_once(m_build->asked, [&] { // a compiler tells its build only in what it writes
        CompileRequest smallest;
        smallest.source = "extern \"C\" __global__ void nothing() {}\n";
        smallest.fileName = "nothing.cu";
        m_build->line = compilerLine(compileCached(*m_search.compiler, m_cache, smallest).ptx);
    });
    if (m_build->line.empty() || m_build->line != compilerLine(shipped->ptx))
        return std::nullopt;
    shipped->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return CompiledStage{std::move(*shipped), CompileOrigin::Shipped};
}

CompiledStage StageCompiler::compile(const Stage& stage, const ParameterValues& parameters,
                                     const std::string& architecture) const {
    const CompileRequest request = stageRequest(stage, parameters, architecture);
    if (m_search.compiler) {
        if (auto shipped = shippedBySameCompiler(request, stage, parameters))
            return std::move(*shipped);
        bool fromCache = false;
        CompiledStage compiled{compileCached(*m_search.compiler, m_cache, request, &fromCache),
                               CompileOrigin::Compiler};
        if (fromCache)
            compiled.origin = CompileOrigin::Cache;
        return compiled;
    }

    const auto start = std::chrono::steady_clock::now();
    std::string reason;
    auto shipped = loadShipped(m_shippedRoot, stage, parameters, reason);
    if (!shipped)
        throw CannotCompile(fmt::format("{}; {}. Install the CUDA Toolkit (its NVRTC), or choose a stage and "
                                        "parameters that come compiled",
                                        m_search.reason, reason));
    shipped->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return {std::move(*shipped), CompileOrigin::Shipped};
}

} // namespace warplens::kernels
