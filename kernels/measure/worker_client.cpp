// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/worker_client.h"

#include "kernels/catalogue/paths.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace warplens::kernels {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr std::size_t rememberedErrorLines = 5;
constexpr std::size_t longestLine = std::size_t{1} << 30;

/// Becomes readable when a stop is asked for, so that poll() returns.
class StopSignal {
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

std::string shortened(const std::string& text) {
    constexpr std::size_t most = 200;
    return text.size() <= most ? text : text.substr(0, most) + "…";
}

} // namespace

WorkerClient::WorkerClient(std::vector<std::string> command)
    : m_command(std::move(command)) {}

WorkerClient::~WorkerClient() {
    stop();
}

void WorkerClient::stop() {
    const std::lock_guard lock(m_mutex);
    if (!m_process)
        return;
    m_process->closeInput();
    m_process->wait(std::chrono::seconds(1));
    m_process.reset();
}

json WorkerClient::request(json request, const RequestOptions& options) {
    const std::lock_guard lock(m_mutex);
    if (options.stop.stop_requested())
        throw WorkerFailure("cancelled", "cancelled");
    if (!m_process) {
        m_output.clear();
        m_errorLine.clear();
        m_errors.clear();
        try {
            m_process = std::make_unique<ChildProcess>(m_command);
        } catch (const std::system_error& error) {
            throw WorkerFailure("no-worker", fmt::format("{} cannot be started: {}", name(), error.code().message()));
        }
    }
    request["id"] = ++m_lastId;
    try {
        return exchange(request.dump(-1, ' ', false, json::error_handler_t::replace) + "\n", m_lastId, options);
    } catch (const WorkerFailure& failure) {
        // A worker that has answered with an error is fit for the next request. Any other failure leaves one that is
        // gone, busy or mad.
        const std::string& kind = failure.kind();
        if (kind == "crashed" || kind == "timeout" || kind == "cancelled" || kind == "protocol")
            m_process.reset();
        throw;
    } catch (...) {
        m_process.reset();
        throw;
    }
}

json WorkerClient::exchange(const std::string& line, std::int64_t id, const RequestOptions& options) {
    const StopSignal stopSignal(options.stop);
    std::size_t sent = 0;
    auto deadline = Clock::now() + options.silence;
    bool errorsOpen = true;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0)
            throw WorkerFailure("timeout", fmt::format("{} said nothing for {} s and was ended", name(),
                                                       static_cast<double>(options.silence.count()) / 1000.0));
        const bool writing = sent < line.size() && m_process->inputIsOpen();
        std::array<pollfd, 4> watched{
            pollfd{m_process->output(), POLLIN, 0}, pollfd{errorsOpen ? m_process->errors() : -1, POLLIN, 0},
            pollfd{writing ? m_process->input() : -1, POLLOUT, 0}, pollfd{stopSignal.descriptor(), POLLIN, 0}};
        // A minute at a time: poll() counts in an int.
        const int patience = static_cast<int>(std::min<std::int64_t>(left.count() + 1, 60000));
        if (poll(watched.data(), watched.size(), patience) < 0 && errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "poll");
        if (options.stop.stop_requested())
            throw WorkerFailure("cancelled", "cancelled");
        if (watched[2].revents != 0)
            send(line, sent);
        if (watched[1].revents != 0) {
            readErrors();
            errorsOpen = (watched[1].revents & POLLIN) != 0;
        }
        if (watched[0].revents == 0)
            continue;
        const bool open = readOutput();
        for (std::size_t end = m_output.find('\n'); end != std::string::npos; end = m_output.find('\n')) {
            const std::string answer = m_output.substr(0, end);
            m_output.erase(0, end + 1);
            deadline = Clock::now() + options.silence;
            if (auto result = handleLine(answer, id, options))
                return std::move(*result);
        }
        if (!open)
            failEnded();
        if (m_output.size() > longestLine)
            throw WorkerFailure("protocol", fmt::format("{} answered with a line without end", name()));
    }
}

std::optional<json> WorkerClient::handleLine(const std::string& line, std::int64_t id, const RequestOptions& options) {
    json answer = json::parse(line, nullptr, false);
    if (!answer.is_object() || !answer.contains("event") || !answer["event"].is_string())
        throw WorkerFailure("protocol",
                            fmt::format("{} answered with something unreadable: {}", name(), shortened(line)));
    const json answerId = answer.value("id", json());
    const auto event = answer["event"].get<std::string>();
    // An error without an id is about the line that was sent last: this request.
    const bool isOurs = answerId == id || (answerId.is_null() && event == "error");
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
    while (true) {
        const ssize_t count = read(m_process->output(), buffer.data(), buffer.size());
        if (count > 0)
            m_output.append(buffer.data(), static_cast<std::size_t>(count));
        else if (count < 0 && errno == EINTR)
            continue;
        else
            return count < 0 && errno == EAGAIN;
    }
}

void WorkerClient::readErrors() {
    std::array<char, 4096> buffer;
    ssize_t count = 0;
    while ((count = read(m_process->errors(), buffer.data(), buffer.size())) > 0) {
        for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(count))) {
            if (c != '\n') {
                if (m_errorLine.size() < 1000)
                    m_errorLine += c;
                continue;
            }
            m_errors.push_back(std::exchange(m_errorLine, {}));
            if (m_errors.size() > rememberedErrorLines)
                m_errors.pop_front();
        }
    }
}

void WorkerClient::send(const std::string& line, std::size_t& sent) {
    const ssize_t count = ::send(m_process->input(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count > 0)
        sent += static_cast<std::size_t>(count);
    else if (count < 0 && errno != EAGAIN && errno != EINTR)
        m_process->closeInput(); // it has ended; what it said before that is still to be read
}

void WorkerClient::failEnded() {
    auto ending = m_process->wait(std::chrono::seconds(2));
    readErrors();
    if (!ending)
        throw WorkerFailure("crashed",
                            fmt::format("{} closed its output in the middle of the request{}", name(), lastWords()));
    throw WorkerFailure("crashed", fmt::format("{} {}{}", name(), ending->text(), lastWords()));
}

std::string WorkerClient::lastWords() const {
    std::string words;
    for (const std::string& line : m_errors)
        words += "\n  " + line;
    if (!m_errorLine.empty())
        words += "\n  " + m_errorLine;
    return words.empty() ? words : "; it said last:" + words;
}

std::string WorkerClient::name() const {
    return std::filesystem::path(m_command.front()).filename().string();
}

std::string localWorker() {
    namespace fs = std::filesystem;
    if (const char* chosen = std::getenv("WARPLENS_WORKER"); chosen != nullptr && *chosen != '\0')
        return chosen;
    const fs::path beside = executableDir() / "warplens-gpu";
    std::error_code error;
    if (!fs::exists(beside, error))
        throw WorkerFailure("no-worker",
                            fmt::format("there is no GPU worker ({}): it is built where the CUDA Toolkit is "
                                        "installed",
                                        beside.string()));
    return beside.string();
}

} // namespace warplens::kernels
