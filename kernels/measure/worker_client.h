// SPDX-License-Identifier: GPL-3.0-or-later
// The other end of the wire to warplens-gpu (worker/protocol.h): starts the worker, sends requests, hands on what it
// answers. A worker that crashes, hangs or talks nonsense becomes an error; the next request starts a new one.
#pragma once

#include "kernels/measure/child_process.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::kernels {

/// A request that has no result. `kind` is one of the protocol's, or one of the client's own:
///   no-worker  the program is not there or cannot be started
///   crashed    it ended in the middle of the request
///   timeout    it was silent for too long, and was killed (the worker itself uses this kind for a kernel)
///   cancelled  the caller asked for it
///   protocol   it answered with something unreadable, or is of another version
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

struct RequestOptions {
    std::function<void(const nlohmann::json&)> onProgress;       ///< each progress event, in the caller's thread
    std::chrono::milliseconds silence{std::chrono::minutes(10)}; ///< the worker may say nothing for this long
    std::stop_token stop; ///< when stopped, from any thread, the worker is killed and the request is "cancelled"
};

class WorkerClient {
public:
    /// The command that starts a worker: a program and its arguments, such as {"ssh", "host", "warplens-gpu"}.
    explicit WorkerClient(std::vector<std::string> command);
    WorkerClient(const WorkerClient&) = delete;
    WorkerClient& operator=(const WorkerClient&) = delete;
    ~WorkerClient();

    /// Sends a request (its id is filled in) and waits for its result. Throws WorkerFailure. One at a time: a second
    /// thread waits for its turn.
    nlohmann::json request(nlohmann::json request, const RequestOptions& options = {});

    /// Ends the worker: politely, then by force.
    void stop();

private:
    nlohmann::json exchange(const std::string& line, std::int64_t id, const RequestOptions& options);
    std::optional<nlohmann::json> handleLine(const std::string& line, std::int64_t id, const RequestOptions& options);
    bool readOutput();
    void readErrors();
    void send(const std::string& line, std::size_t& sent);
    [[noreturn]] void failEnded();
    std::string lastWords() const;
    std::string name() const;

    std::vector<std::string> m_command;
    std::mutex m_mutex; ///< for all below
    std::unique_ptr<ChildProcess> m_process;
    std::int64_t m_lastId = 0;
    std::string m_output;             ///< read, but not yet a whole line
    std::string m_errorLine;          ///< likewise, of standard error
    std::deque<std::string> m_errors; ///< its last lines
};

/// The worker of this machine: $WARPLENS_WORKER, or warplens-gpu beside the running program. Throws WorkerFailure
/// "no-worker" where it is not there.
std::string localWorker();

} // namespace warplens::kernels
