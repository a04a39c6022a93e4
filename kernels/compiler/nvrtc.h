// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's run-time compiler, opened when it is needed. It compiles in a process of its own where warplens-nvrtc lies
// beside the program (nvrtc_process.h), else in this one. It needs neither a GPU nor a driver.
#pragma once

#include "kernels/compiler/compile.h"

#include <memory>
#include <string>

namespace warplens::kernels {

class Compiler {
public:
    struct Search {
        std::shared_ptr<const Compiler> compiler; ///< null where there is none
        std::string reason;                       ///< then: why
    };

    /// Looks for NVRTC (toolkit.h says where) each time it is called. The first compilation takes about 100 ms,
    /// later ones about 30: keep the result.
    static Search find();

    ~Compiler();

    std::string version() const; ///< "13.0"
    std::string path() const;    ///< the library's file
    /// Names this compiler among all, for the cache.
    std::string identity() const;

    /// Compiles to PTX and cubin, with line tables. A source that does not compile as it stands is tried without its
    /// host part (device_part.h); one that still does not gives ok = false and diagnostics.
    /// Any number of threads may call it; they take turns.
    CompileResult compile(const CompileRequest& request) const;

    struct State;
    explicit Compiler(std::unique_ptr<State> state);

private:
    std::unique_ptr<State> m_state;
};

} // namespace warplens::kernels
