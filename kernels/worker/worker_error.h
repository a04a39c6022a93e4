// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a request, in the kinds of protocol.h.
#pragma once

#include <stdexcept>
#include <string>

namespace warplens::kernels {

class WorkerError : public std::runtime_error {
public:
    WorkerError(const char* kind, const std::string& message, bool fatal = false)
        : std::runtime_error(message)
        , m_kind(kind)
        , m_fatal(fatal) {}

    const char* kind() const { return m_kind; }
    /// The CUDA context is lost, or a kernel does not return: this process is of no more use.
    bool fatal() const { return m_fatal; }

private:
    const char* m_kind;
    bool m_fatal;
};

} // namespace warplens::kernels
