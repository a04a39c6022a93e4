// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/worker_client.h"

#include "kernels/protocol/protocol.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace warplens::kernels {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr std::size_t rememberedErrorLines = 5;
constexpr std::size_t longestLine = std::size_t{64} << 20; ///< of answers; the longest are some MiB

constexpr int longestGreeting = 10000; ///< lines that a shell or a launcher may say before

std::string shortened(const std::string& text) {
    constexpr std::size_t most = 200;
    return text.size() <= most ? text : text.substr(0, most) + "…";
}

} // namespace

/// Becomes readable when a stop is asked for, so that poll() returns.
class WorkerClient::StopSignal {
public:
    explicit StopSignal(const std::stop_token& token)
        : m_event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
        , m_callback(token, [this] {
            const std::uint64_t one = 1;
            [[maybe_unused]] const ssize_t written = write(m_event.get(), &one, sizeof one);
        }) {}

    int descriptor() const { return m_event.get(); }

private:
    Descriptor m_event;
    std::stop_callback<std::function<void()>> m_callback;
};

WorkerClient::WorkerClient(std::vector<std::string> command)
    : m_start{std::move(command)}
    , m_greets(false) {}

WorkerClient::WorkerClient(WorkerStart start)
    : m_start(std::move(start))
    , m_greets(true) {}

WorkerClient::~WorkerClient() {
    stop();
}

void WorkerClient::stop() {
    const std::lock_guard lock(m_mutex);
    if (m_process)
        m_process->end();
    m_process.reset();
}

json WorkerClient::hello() {
    const std::lock_guard lock(m_mutex);
    return m_hello;
}

int WorkerClient::starts() {
    const std::lock_guard lock(m_mutex);
    return m_starts;
}

void WorkerClient::start(const RequestOptions& options) {
    const std::lock_guard lock(m_mutex);
    startWith(options, StopSignal(options.stop));
}

void WorkerClient::startWith(const RequestOptions& options, const StopSignal& stopSignal) {
    if (options.stop.stop_requested())
        throw WorkerFailure("cancelled", "cancelled");
    if (m_process)
        return;
    // One password at a time.
    static std::mutex terminal;
    std::unique_lock<std::mutex> asking;
    if (m_start.asks)
        asking = std::unique_lock(terminal);
    if (options.stop.stop_requested())
        throw WorkerFailure("cancelled", "cancelled");
    m_unsent.clear();
    m_output.clear();
    m_errorLine.clear();
    m_errors.clear();
    m_outputOpen = m_errorsOpen = true;
    try {
        m_process = std::make_unique<ChildProcess>(m_start.command);
    } catch (const std::system_error& error) {
        throw WorkerFailure("no-worker",
                            fmt::format("{} cannot be started: {}", m_start.command.front(), error.code().message()));
    }
    ++m_starts;
    if (!m_greets)
        return;
    m_starting = true;
    try {
        if (m_start.way == Way::Ssh)
            arrive(options, stopSignal);
        if (asking)
            asking.unlock();
        greet(options, stopSignal);
    } catch (const Ended&) {
        m_starting = false;
        const auto ending = m_process->wait(std::chrono::seconds(2));
        readErrors(options);
        std::string problem = !ending ? fmt::format("the worker closed its output before it answered{}", lastWords())
                              : ending->signal ? fmt::format("{} {}{}", name(), ending->text(), lastWords())
                                               : startProblem(m_start, ending->code, errorLines());
        m_process.reset();
        throw WorkerFailure("no-worker", problem);
    } catch (...) {
        m_starting = false;
        m_process->end();
        m_process.reset();
        throw;
    }
    m_starting = false;
    m_errors.clear(); // what is said from now on is the worker's
}

/// Waits until ssh has connected, and copied the worker where that is needed.
void WorkerClient::arrive(const RequestOptions& options, const StopSignal& stopSignal) {
    note(options, fmt::format("connecting to {}", m_start.machine));
    // Before, there may be whatever the other machine's shell has to say.
    for (std::string line; line != startsWorker;) {
        line = nextLine(options, stopSignal, options.silence);
        if (line == wantsWorker && m_unsent.empty()) {
            note(options, fmt::format("copying the worker to {}", m_start.machine));
            m_unsent = m_start.upload;
        }
    }
}

/// Waits until the worker answers, which a launcher may have to start first.
void WorkerClient::greet(const RequestOptions& options, const StopSignal& stopSignal) {
    std::optional<std::chrono::milliseconds> patience = options.silence;
    if (m_start.queues)
        patience.reset();
    if (m_start.queues)
        note(options, "waiting for the launcher");
    queue({{"verb", "hello"}});
    for (int lines = 0;; ++lines) {
        if (lines > longestGreeting)
            throw WorkerFailure(
                "protocol", fmt::format("{} said {} lines, and none of them is a worker's answer: it does not start "
                                        "the worker that it is given",
                                        m_start.way == Way::Here ? name() : m_start.command.front(), lines));
        const std::string line = nextLine(options, stopSignal, patience);
        json answer = json::parse(line, nullptr, false);
        if (answer.is_object() && answer.value("id", json()) == m_lastId && answer.value("event", json()) == "result") {
            m_hello = std::move(answer);
            break;
        }
        // A launcher may say something, too.
        if (m_start.way == Way::Here)
            throw WorkerFailure("protocol",
                                fmt::format("{} answered with something unreadable: {}", name(), shortened(line)));
    }
    if (const json spoken = m_hello.value("protocol", json()); spoken != protocol::version)
        throw WorkerFailure("protocol",
                            fmt::format("the worker{} speaks version {} of the protocol, and this program {}: use the "
                                        "two from the same build",
                                        m_start.machine.empty() ? "" : " on " + m_start.machine,
                                        shortened(spoken.dump()), protocol::version));
}

void WorkerClient::note(const RequestOptions& options, const std::string& text) const {
    if (options.onNote)
        options.onNote(text);
}

void WorkerClient::queue(json request) {
    request["id"] = ++m_lastId;
    if (m_greets)
        request["attended"] = true;
    m_unsent += request.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

json WorkerClient::request(json request, const RequestOptions& options) {
    const std::lock_guard lock(m_mutex);
    const StopSignal stopSignal(options.stop);
    startWith(options, stopSignal);
    queue(std::move(request));
    try {
        return exchange(options, stopSignal);
    } catch (const WorkerFailure& failure) {
        // A worker that has answered with an error is fit for the next request. Any other failure leaves one that is
        // gone, busy or mad.
        const std::string& kind = failure.kind();
        if (m_process && (kind == "crashed" || kind == "connection" || kind == "timeout" || kind == "cancelled" ||
                          kind == "protocol")) {
            m_process->end();
            m_process.reset();
        }
        throw;
    } catch (...) {
        if (m_process)
            m_process->end();
        m_process.reset();
        throw;
    }
}

/// The next whole line of the worker's output, while what is unsent is sent. Throws Ended where there is none.
std::string WorkerClient::nextLine(const RequestOptions& options, const StopSignal& stopSignal,
                                   std::optional<std::chrono::milliseconds> patience) {
    const auto begin = Clock::now();
    std::size_t searched = 0;
    while (true) {
        if (options.stop.stop_requested())
            throw WorkerFailure("cancelled", "cancelled");
        if (const std::size_t end = m_output.find('\n', searched); end != std::string::npos) {
            std::string line = m_output.substr(0, end);
            m_output.erase(0, end + 1);
            return line;
        }
        searched = m_output.size();
        if (!m_outputOpen)
            throw Ended();
        if (m_output.size() > longestLine)
            throw WorkerFailure("protocol", fmt::format("{} answered with a line without end", name()));
        // A minute at a time: poll() counts in an int.
        std::int64_t left = 60000;
        if (patience)
            left = std::min<std::int64_t>(
                left,
                (*patience - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin)).count());
        if (left <= 0)
            throw WorkerFailure("timeout", fmt::format("{} said nothing for {} s and was ended", name(),
                                                       static_cast<double>(patience->count()) / 1000.0));
        const bool writing = !m_unsent.empty() && m_process->inputIsOpen();
        std::array<pollfd, 4> watched{
            pollfd{m_process->output(), POLLIN, 0}, pollfd{m_errorsOpen ? m_process->errors() : -1, POLLIN, 0},
            pollfd{writing ? m_process->input() : -1, POLLOUT, 0}, pollfd{stopSignal.descriptor(), POLLIN, 0}};
        if (poll(watched.data(), watched.size(), static_cast<int>(left) + 1) < 0 && errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "poll");
        if (watched[2].revents != 0)
            send();
        if (watched[1].revents != 0) {
            readErrors(options);
            m_errorsOpen = (watched[1].revents & POLLIN) != 0;
        }
        if (watched[0].revents != 0)
            m_outputOpen = readOutput();
    }
}

json WorkerClient::exchange(const RequestOptions& options, const StopSignal& stopSignal) {
    try {
        while (true)
            if (auto result = handleLine(nextLine(options, stopSignal, options.silence), options))
                return std::move(*result);
    } catch (const Ended&) {
        failEnded(options);
    }
}

std::optional<json> WorkerClient::handleLine(const std::string& line, const RequestOptions& options) {
    json answer = json::parse(line, nullptr, false);
    if (!answer.is_object() || !answer.contains("event") || !answer["event"].is_string())
        throw WorkerFailure("protocol",
                            fmt::format("{} answered with something unreadable: {}", name(), shortened(line)));
    const json answerId = answer.value("id", json());
    const auto event = answer["event"].get<std::string>();
    // An error without an id is about the line that was sent last: this request.
    const bool isOurs = answerId == m_lastId || (answerId.is_null() && event == "error");
    if (!isOurs)
        return std::nullopt;
    if (event == "progress") {
        if (options.onProgress)
            options.onProgress(answer);
        return std::nullopt;
    }
    if (event == "result")
        return answer;
    if (event != "error")
        throw WorkerFailure("protocol", fmt::format("{} answered with an unknown event '{}'", name(), event));

    std::optional<std::size_t> subject;
    if (answer.contains("subject") && answer["subject"].is_number_unsigned())
        subject = answer["subject"].get<std::size_t>();
    std::string kind = "protocol", message = "the worker reported an error without saying which";
    if (answer.contains("kind") && answer["kind"].is_string())
        kind = answer["kind"].get<std::string>();
    if (answer.contains("message") && answer["message"].is_string())
        message = answer["message"].get<std::string>();
    if (answer.contains("fatal") && answer["fatal"] == true) {
        // It ends by itself, which takes a moment: the driver has to stop the kernel, and the next worker should not
        // find the GPU busy with it.
        m_process->wait(std::chrono::seconds(5));
        m_process.reset();
    }
    throw WorkerFailure(kind, message, subject);
}

/// Reads what there is; false at the end.
bool WorkerClient::readOutput() {
    std::array<char, 65536> buffer;
    while (m_output.size() <= longestLine) {
        const ssize_t count = read(m_process->output(), buffer.data(), buffer.size());
        if (count > 0)
            m_output.append(buffer.data(), static_cast<std::size_t>(count));
        else if (count < 0 && errno == EINTR)
            continue;
        else
            return count < 0 && errno == EAGAIN;
    }
    return true;
}

void WorkerClient::readErrors(const RequestOptions& options) {
    std::array<char, 4096> buffer;
    ssize_t count = 0;
    while ((count = read(m_process->errors(), buffer.data(), buffer.size())) > 0) {
        for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(count))) {
            if (c != '\n') {
                if (m_errorLine.size() < 1000 && c != '\r')
                    m_errorLine += c;
                continue;
            }
            if (m_starting)
                note(options, m_errorLine);
            m_errors.push_back(std::exchange(m_errorLine, {}));
            if (m_errors.size() > rememberedErrorLines)
                m_errors.pop_front();
        }
    }
}

void WorkerClient::send() {
    const ssize_t count = ::send(m_process->input(), m_unsent.data(), m_unsent.size(), MSG_NOSIGNAL);
    if (count > 0)
        m_unsent.erase(0, static_cast<std::size_t>(count));
    else if (count < 0 && errno != EAGAIN && errno != EINTR)
        m_process->closeInput(); // it has ended; what it said before that is still to be read
}

void WorkerClient::failEnded(const RequestOptions& options) {
    auto ending = m_process->wait(std::chrono::seconds(2));
    readErrors(options);
    if (!ending)
        throw WorkerFailure("crashed",
                            fmt::format("{} closed its output in the middle of the request{}", name(), lastWords()));
    if (ending->signal == 0 && lostTheWay(m_start, ending->code, errorLines()))
        throw WorkerFailure("connection", fmt::format("the connection to {} was lost{}", m_start.machine, lastWords()));
    throw WorkerFailure("crashed", fmt::format("{} {}{}", name(), ending->text(), lastWords()));
}

std::vector<std::string> WorkerClient::errorLines() const {
    std::vector<std::string> lines(m_errors.begin(), m_errors.end());
    if (!m_errorLine.empty())
        lines.push_back(m_errorLine);
    return lines;
}

std::string WorkerClient::lastWords() const {
    std::string words;
    for (const std::string& line : errorLines())
        words += "\n  " + line;
    return words.empty() ? words : "; it said last:" + words;
}

std::string WorkerClient::name() const {
    if (!m_start.machine.empty())
        return "the worker on " + m_start.machine;
    return std::filesystem::path(m_start.command.front()).filename().string();
}

} // namespace warplens::kernels
