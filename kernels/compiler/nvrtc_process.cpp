// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/nvrtc_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

namespace warplens::kernels {
namespace {

/// Adds what can be read now; false: there is nothing to come.
bool drain(int descriptor, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

} // namespace

std::optional<std::filesystem::path> NvrtcProcess::helper() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "warplens-nvrtc";
    return !error && std::filesystem::exists(program, error) ? std::optional(program) : std::nullopt;
}

std::optional<std::string> NvrtcProcess::exchange(const std::string& message, std::string& said) {
    const std::string bytes = withLength(message);
    std::string answer;
    std::size_t sent = 0;
    while (answer.size() < lengthBytes || answer.size() - lengthBytes < lengthIn(answer)) {
        std::array<pollfd, 3> watched{pollfd{m_process->output(), POLLIN, 0}, pollfd{m_process->errors(), POLLIN, 0},
                                      pollfd{sent < bytes.size() ? m_process->input() : -1, POLLOUT, 0}};
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
            return std::nullopt;
        if (watched[1].revents != 0)
            drain(m_process->errors(), said);
        if (watched[2].revents != 0) {
            const ssize_t count = send(m_process->input(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (count < 0 && errno != EAGAIN && errno != EINTR)
                return std::nullopt;
            sent += count > 0 ? static_cast<std::size_t>(count) : 0;
        }
        if (watched[0].revents != 0 && !drain(m_process->output(), answer))
            return std::nullopt;
    }
    return answer.substr(lengthBytes);
}

NvrtcAnswer NvrtcProcess::run(const NvrtcJob& job) {
    std::string how;
    try {
        if (!m_process)
            m_process = std::make_unique<ChildProcess>(std::vector<std::string>{m_helper.string(), m_library});
        std::string said;
        if (const auto bytes = exchange(encoded(job), said))
            if (auto answer = decodedAnswer(*bytes))
                return *std::move(answer);
        const auto ending = m_process->wait(std::chrono::seconds(2));
        how = ending ? ending->text() : "does not answer";
        drain(m_process->errors(), said);
        if (const std::size_t end = said.find_last_not_of('\n'); end != std::string::npos)
            how += ": " + said.substr(0, end + 1);
    } catch (const std::system_error& error) {
        how = fmt::format("cannot be started: {}", error.what());
    }
    m_process.reset();
    return {NvrtcAnswer::brokenDown,
            fmt::format("the compiler itself has broken down on this source: NVRTC {}. Nothing else is lost", how),
            {},
            {},
            {}};
}

} // namespace warplens::kernels
