// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/compile_stage.h"

#include "kernels/catalogue/paths.h"
#include "kernels/compiler/shipped.h"

#include <fmt/format.h>

#include <chrono>
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

StageCompiler::StageCompiler()
    : StageCompiler(Compiler::find(), CompileCache(), resourcesDir() / "ptx") {}

StageCompiler::StageCompiler(Compiler::Search search, CompileCache cache, std::filesystem::path shippedRoot)
    : m_search(std::move(search))
    , m_cache(std::move(cache))
    , m_shippedRoot(std::move(shippedRoot)) {}

CompiledStage StageCompiler::compile(const Stage& stage, const ParameterValues& parameters,
                                     const std::string& architecture) const {
    const CompileRequest request = stageRequest(stage, parameters, architecture);
    if (m_search.compiler) {
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
