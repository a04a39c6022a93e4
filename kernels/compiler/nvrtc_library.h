// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of NVRTC, in this process. It needs neither a GPU nor a driver, nor the toolkit when this file is built:
// the few functions used are declared in the .cpp.
#pragma once

#include "kernels/compiler/dynamic_library.h"
#include "kernels/compiler/nvrtc_job.h"

#include <memory>
#include <optional>
#include <string>

namespace warplens::kernels {

class NvrtcLibrary {
public:
    /// Nothing: it is no NVRTC that can be used.
    static std::optional<NvrtcLibrary> of(DynamicLibrary library);
    NvrtcLibrary(NvrtcLibrary&&) noexcept;
    ~NvrtcLibrary();

    int major() const { return m_major; }
    int minor() const { return m_minor; }
    const std::string& path() const { return m_library.path(); }

    /// To PTX and cubin. Not for several threads at once: NVRTC does not promise that.
    NvrtcAnswer run(const NvrtcJob& job) const;

private:
    struct Functions;
    NvrtcLibrary(DynamicLibrary library, std::unique_ptr<Functions> functions);

    DynamicLibrary m_library;
    std::unique_ptr<Functions> m_functions;
    int m_major = 0, m_minor = 0;
};

} // namespace warplens::kernels
