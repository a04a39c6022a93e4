// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/limited_process.h"

#include "app/cli/verb.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace warplens::cli {
namespace {

constexpr std::size_t mostSaid = 4u << 20; ///< bytes of each stream

/// False where there is no more to come.
bool drain(int descriptor, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

} // namespace

LimitedResult runLimited(const std::vector<std::string>& command, std::chrono::milliseconds limit,
                         std::stop_token stop) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    kernels::ChildProcess child(command);
    child.closeInput();
    LimitedResult result;
    bool outputOpen = true, errorsOpen = true;
    const auto isOver = [&] {
        return stop.stop_requested() || std::chrono::steady_clock::now() >= deadline ||
               result.output.size() > mostSaid || result.errors.size() > mostSaid;
    };
    while ((outputOpen || errorsOpen) && !isOver()) {
        std::array<pollfd, 2> watched{pollfd{outputOpen ? child.output() : -1, POLLIN, 0},
                                      pollfd{errorsOpen ? child.errors() : -1, POLLIN, 0}};
        poll(watched.data(), watched.size(), 50);
        if (watched[0].revents != 0)
            outputOpen = drain(child.output(), result.output);
        if (watched[1].revents != 0)
            errorsOpen = drain(child.errors(), result.errors);
    }
    while (!isOver() && !(result.ending = child.wait(std::chrono::milliseconds(50))))
        continue;
    if (!result.ending)
        child.kill();
    return result;
}

void limitOwnMemory(std::size_t mebibytes) {
    const rlimit memory{static_cast<rlim_t>(mebibytes) << 20, static_cast<rlim_t>(mebibytes) << 20}, none{0, 0};
    if (setrlimit(RLIMIT_DATA, &memory) != 0 || setrlimit(RLIMIT_CORE, &none) != 0)
        throw UsageError(fmt::format("--memory {}: {}", mebibytes, std::strerror(errno)));
}

} // namespace warplens::cli
