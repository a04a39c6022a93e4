// SPDX-License-Identifier: GPL-3.0-or-later
// The other end of the wire to warplens-gpu (worker/protocol.h): starts the worker where it is to run (place.h), sends
// requests, hands on what it answers. A worker that crashes, hangs or talks nonsense becomes an error; the next request
// starts a new one.
#pragma once

#include "kernels/measure/place.h"
#include "kernels/measure/worker_failure.h"
#include "kernels/process/child_process.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::kernels {

struct RequestOptions {
    std::function<void(const nlohmann::json&)> onProgress;       ///< each progress event, in the caller's thread
    std::function<void(const std::string&)> onNote;              ///< while it starts: what it waits for, in words
    std::chrono::milliseconds silence{std::chrono::minutes(10)}; ///< the worker may say nothing for this long
    std::stop_token stop; ///< when stopped, from any thread, the worker is ended and the request is "cancelled"
};

class WorkerClient {
public:
    /// The command that starts a worker: a program and its arguments. It is taken as it is.
    explicit WorkerClient(std::vector<std::string> command);
    /// A worker somewhere. Whenever it has been started it is greeted, so that a queue, a copy on the way or another
    /// version are not mistaken for a request that fails; and it ends at once when its input is closed.
    explicit WorkerClient(WorkerStart start);
    WorkerClient(const WorkerClient&) = delete;
    WorkerClient& operator=(const WorkerClient&) = delete;
    ~WorkerClient();

    /// Starts the worker where it is not running. A request does that, too. Throws WorkerFailure.
    void start(const RequestOptions& options = {});

    /// What the worker that was started last has answered to `hello`; an object without members for a command.
    nlohmann::json hello();

    /// How often a worker was started.
    int starts();

    /// Sends a request (its id is filled in) and waits for its result. Throws WorkerFailure. One at a time: a second
    /// thread waits for its turn.
    nlohmann::json request(nlohmann::json request, const RequestOptions& options = {});

    /// Ends the worker: politely, then by force.
    void stop();

private:
    class StopSignal;
    struct Ended {};

    void startWith(const RequestOptions& options, const StopSignal& stopSignal);
    void arrive(const RequestOptions& options, const StopSignal& stopSignal);
    void greet(const RequestOptions& options, const StopSignal& stopSignal);
    std::string nextLine(const RequestOptions& options, const StopSignal& stopSignal,
                         std::optional<std::chrono::milliseconds> patience);
    nlohmann::json exchange(const RequestOptions& options, const StopSignal& stopSignal);
    std::optional<nlohmann::json> handleLine(const std::string& line, const RequestOptions& options);
    void queue(nlohmann::json request);
    void note(const RequestOptions& options, const std::string& text) const;
    bool readOutput();
    void readErrors(const RequestOptions& options);
    void send();
    [[noreturn]] void failEnded(const RequestOptions& options);
    std::vector<std::string> errorLines() const;
    std::string lastWords() const;
    std::string name() const;

    const WorkerStart m_start;
    const bool m_greets;
    std::mutex m_mutex; ///< for all below
    std::unique_ptr<ChildProcess> m_process;
    nlohmann::json m_hello = nlohmann::json::object();
    int m_starts = 0;
    bool m_starting = false; ///< what standard error says is news
    std::int64_t m_lastId = 0;
    std::string m_unsent;
    std::string m_output; ///< read, but not yet a whole line
    bool m_outputOpen = false;
    bool m_errorsOpen = false;
    std::string m_errorLine;          ///< read of standard error, but not yet a whole line
    std::deque<std::string> m_errors; ///< its last lines
};

} // namespace warplens::kernels
