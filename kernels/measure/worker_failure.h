// SPDX-License-Identifier: GPL-3.0-or-later
// A request to a worker that has no result.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace warplens::kernels {

/// `kind` is one of the protocol's, or one of the client's own:
///   no-worker   the program is not there or cannot be started, or its machine cannot be reached
///   crashed     it ended in the middle of the request
///   connection  the way to it broke in the middle of the request: ssh was cut off, a queue took the machine back
///   timeout     it was silent for too long, and was ended (the worker itself uses this kind for a kernel)
///   cancelled   the caller asked for it
///   protocol    it answered with something unreadable, or is of another version
class WorkerFailure : public std::runtime_error {
public:
    WorkerFailure(std::string kind, const std::string& message, std::optional<std::size_t> subject = std::nullopt)
        : std::runtime_error(message)
        , m_kind(std::move(kind))
        , m_subject(subject) {}

    const std::string& kind() const { return m_kind; }
    /// Which subject of `measure` the worker blames.
    std::optional<std::size_t> subject() const { return m_subject; }

private:
    std::string m_kind;
    std::optional<std::size_t> m_subject;
};

} // namespace warplens::kernels
