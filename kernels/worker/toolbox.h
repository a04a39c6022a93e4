// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker looks for once and then keeps: the compiler with its cache, and NVML.
#pragma once

#include "kernels/compiler/cache.h"
#include "kernels/compiler/nvrtc.h"
#include "kernels/worker/nvml.h"

#include <memory>
#include <string>

namespace warplens::kernels {

class Toolbox {
public:
    Toolbox()
        : m_compiler(Compiler::find())
        , m_nvml(Nvml::find(m_nvmlReason)) {}

    const Compiler::Search& compiler() const { return m_compiler; }
    const CompileCache& cache() const { return m_cache; }
    const std::shared_ptr<const Nvml>& nvml() const { return m_nvml; }
    const std::string& nvmlReason() const { return m_nvmlReason; }

private:
    Compiler::Search m_compiler;
    CompileCache m_cache;
    std::string m_nvmlReason; ///< before m_nvml, which writes it
    std::shared_ptr<const Nvml> m_nvml;
};

} // namespace warplens::kernels
