// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/channel.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace warplens::kernels {
namespace {

constexpr int clientGone = 3;

/// Returns when the other end of a pipe or socket is closed. A file or a terminal never gets there. One socket may be
/// input and output at once: of an input POLLRDHUP is asked for, too, which tells that only that direction is closed.
void waitForHangUp(int descriptor, short events) {
    pollfd watched{descriptor, events, 0};
    while (poll(&watched, 1, -1) < 0 && errno == EINTR)
        continue;
}

void endWith(int descriptor, short events) {
    std::thread([=] {
        waitForHangUp(descriptor, events);
        std::_Exit(clientGone); // no tidying up: it could wait for a kernel
    }).detach();
}

} // namespace

Channel::Channel()
    : m_descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    if (m_descriptor < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        throw std::system_error(errno, std::generic_category(), "standard output");
    std::signal(SIGPIPE, SIG_IGN);
    endWith(m_descriptor, 0);
}

void Channel::endWithInput() {
    if (!std::exchange(m_endsWithInput, true))
        endWith(STDIN_FILENO, POLLRDHUP);
}

void Channel::send(const nlohmann::json& answer) const {
    std::string line = answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    line += '\n';
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t count = write(m_descriptor, line.data() + sent, line.size() - sent);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            std::_Exit(clientGone);
        sent += static_cast<std::size_t>(count);
    }
}

} // namespace warplens::kernels
