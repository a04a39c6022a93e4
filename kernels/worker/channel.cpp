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

namespace warplens::kernels {
namespace {

constexpr int clientGone = 3;

/// Returns when the reading end of a pipe or socket is closed. A file or a terminal never gets there.
void waitForHangUp(int descriptor) {
    pollfd watched{descriptor, 0, 0};
    while (poll(&watched, 1, -1) < 0 && errno == EINTR)
        continue;
}

} // namespace

Channel::Channel()
    : m_descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    if (m_descriptor < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        throw std::system_error(errno, std::generic_category(), "standard output");
    std::signal(SIGPIPE, SIG_IGN);
    std::thread([descriptor = m_descriptor] {
        waitForHangUp(descriptor);
        std::_Exit(clientGone); // no tidying up: it could wait for a kernel
    }).detach();
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
