// SPDX-License-Identifier: GPL-3.0-or-later
// The one way from a stage to something that runs: NVRTC through the cache where there is a compiler, otherwise what
// comes with the program. What comes with the program is taken, too, where the compiler is the very one that made it:
// it would say the same, a second later.
#pragma once

#include "kernels/catalogue/stage.h"
#include "kernels/compiler/cache.h"
#include "kernels/compiler/compile.h"
#include "kernels/compiler/nvrtc.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace warplens::kernels {

enum class CompileOrigin { Compiler, Cache, Shipped };

struct CompiledStage {
    CompileResult result; ///< may be a failed compilation: ok = false and diagnostics
    CompileOrigin origin = CompileOrigin::Compiler;
};

/// There is no compiler, and nothing shipped takes its place. The message says what is missing.
struct CannotCompile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What the compiler is asked for a stage: its source, with macrosOf its parameters. Throws CannotCompile for a
/// stage that calls a library.
CompileRequest stageRequest(const Stage& stage, const ParameterValues& parameters, const std::string& architecture);

/// Keeps the compiler that it found, so make one and use it often. Safe for threads.
class StageCompiler {
public:
    StageCompiler(); ///< looks for NVRTC; cache and shipped files in their usual places
    StageCompiler(Compiler::Search search, CompileCache cache, std::filesystem::path shippedRoot);

    /// `parameters` must be complete, in the order of the stage file (completeParameters makes them so). Without a
    /// compiler the result's architecture may differ from the one asked for. Throws CannotCompile.
    CompiledStage compile(const Stage& stage, const ParameterValues& parameters,
                          const std::string& architecture = "9.0") const;

    /// Null where there is none; missingReason() says why.
    const std::shared_ptr<const Compiler>& compiler() const { return m_search.compiler; }
    const std::string& missingReason() const { return m_search.reason; }
    const CompileCache& cache() const { return m_cache; }

private:
    Compiler::Search m_search;
    CompileCache m_cache;
    std::filesystem::path m_shippedRoot;

    std::optional<CompiledStage> shippedBySameCompiler(const CompileRequest& request, const Stage& stage,
                                                       const ParameterValues& parameters) const;
    struct Build; ///< of the compiler, once it is known
    std::shared_ptr<Build> m_build;
};

} // namespace warplens::kernels
