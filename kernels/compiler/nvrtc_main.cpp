// SPDX-License-Identifier: GPL-3.0-or-later
// warplens-nvrtc LIBRARY: compiles what it is given on its standard input, for as long as there is somebody at the other
// end. Not for people: nvrtc_process.h is the other end.
#include "kernels/compiler/nvrtc_library.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace {

using namespace warplens::kernels;

std::optional<std::string> readExactly(std::size_t count) {
    std::string bytes;
    std::array<char, 65536> buffer;
    while (bytes.size() < count) {
        const ssize_t got = read(STDIN_FILENO, buffer.data(), std::min(buffer.size(), count - bytes.size()));
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return std::nullopt;
        bytes.append(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    }
    return bytes;
}

bool writeAll(int descriptor, const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t count = write(descriptor, bytes.data() + at, bytes.size() - at);
        if (count < 0 && errno != EINTR)
            return false;
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

/// What was read and is not compiled yet.
struct Inbox {
    std::mutex mutex;
    std::condition_variable wake;
    std::optional<std::string> message;

    void put(std::string bytes) {
        const std::lock_guard lock(mutex);
        message = std::move(bytes);
        wake.notify_one();
    }
    std::string take() {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return message.has_value(); });
        return *std::exchange(message, std::nullopt);
    }
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("warplens-nvrtc: this is a part of warplens and warplens-cli, which start it themselves\n", stderr);
        return 2;
    }
    // What a compiler prints must not come between the answers.
    const int answers = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    std::string reason;
    auto opened = DynamicLibrary::open(argv[1], reason);
    const auto library = opened ? NvrtcLibrary::of(*std::move(opened)) : std::nullopt;
    if (!library) {
        std::fprintf(stderr, "warplens-nvrtc: %s is no NVRTC that can be used: %s\n", argv[1], reason.c_str());
        return 1;
    }
    static Inbox inbox;
    // Reads on while a job is compiled: where the other end is gone, nobody waits for it, however long it would take.
    std::thread([] {
        for (;;) {
            const auto front = readExactly(lengthBytes);
            auto message = front ? readExactly(lengthIn(*front)) : std::nullopt;
            if (!message)
                _exit(0);
            inbox.put(*std::move(message));
        }
    }).detach();
    for (;;) {
        const auto job = decodedJob(inbox.take());
        if (!job || !writeAll(answers, withLength(encoded(library->run(*job)))))
            return 1;
    }
}
