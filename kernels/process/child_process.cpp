// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

namespace warplens::kernels {
namespace {

[[noreturn]] void fail(int code, const std::string& what) {
    throw std::system_error(code, std::generic_category(), what);
}

struct Pipe {
    Descriptor reading;
    Descriptor writing;

    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            fail(errno, "pipe");
        reading = Descriptor(ends[0]);
        writing = Descriptor(ends[1]);
    }
};

/// posix_spawn's two structures, released with their scope.
struct SpawnSetup {
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};

    SpawnSetup() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;
    ~SpawnSetup() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
};

void setNonBlocking(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

} // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        close();
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

void Descriptor::close() {
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

std::string Ending::text() const {
    if (signal != 0)
        return fmt::format("was ended by signal {} ({})", signal, strsignal(signal));
    return fmt::format("ended with code {}", code);
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, bool interruptible) {
    // A socket pair instead of a pipe for the input: writing to a program that has ended can then fail without the
    // signal that a pipe would raise in the whole process.
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        fail(errno, "socketpair");
    Descriptor ours(ends[0]), theirs(ends[1]);
    Pipe output, errors;

    SpawnSetup setup;
    posix_spawn_file_actions_adddup2(&setup.actions, theirs.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&setup.actions, output.writing.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&setup.actions, errors.writing.get(), STDERR_FILENO);
    sigset_t blocked, defaults;
    sigemptyset(&blocked);
    if (!interruptible)
        sigaddset(&blocked, SIGINT);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&setup.attributes, &blocked);
    posix_spawnattr_setsigdefault(&setup.attributes, &defaults);
    posix_spawnattr_setflags(&setup.attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t pid = -1;
    if (const int code = posix_spawnp(&pid, arguments[0], &setup.actions, &setup.attributes, arguments.data(), environ))
        fail(code, command.front());
    m_pid = pid;
    m_input = std::move(ours);
    m_output = std::move(output.reading);
    m_errors = std::move(errors.reading);
    for (const Descriptor* descriptor : {&m_input, &m_output, &m_errors})
        setNonBlocking(descriptor->get());
}

ChildProcess::~ChildProcess() {
    kill();
}

std::optional<Ending> ChildProcess::wait(std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!m_ending) {
        int status = 0;
        const pid_t done = waitpid(m_pid, &status, WNOHANG);
        if (done == m_pid) {
            m_ending = WIFSIGNALED(status) ? Ending{0, WTERMSIG(status)} : Ending{WEXITSTATUS(status), 0};
            m_pid = -1;
        } else if (done < 0 && errno != EINTR) {
            m_ending = Ending{}; // somebody else has waited for it: how it ended is not known
            m_pid = -1;
        } else if (std::chrono::steady_clock::now() >= deadline) {
            return std::nullopt;
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    return m_ending;
}

void ChildProcess::end() {
    closeInput();
    if (wait(std::chrono::seconds(1)) || m_pid < 0)
        return;
    ::kill(m_pid, SIGTERM);
    if (!wait(std::chrono::seconds(2)))
        kill();
}

void ChildProcess::kill() {
    if (m_ending || m_pid < 0)
        return;
    ::kill(m_pid, SIGKILL);
    if (wait(std::chrono::seconds(5)))
        return;
    // A process that hangs in a driver dies when the driver lets go of it. Nobody should wait for that.
    std::thread([pid = std::exchange(m_pid, -1)] { waitpid(pid, nullptr, 0); }).detach();
    m_ending = Ending{0, SIGKILL};
}

ProcessResult runProcess(const std::vector<std::string>& command, const std::string& input) {
    ChildProcess child(command, true);
    ProcessResult result;
    std::size_t sent = 0;
    bool outputOpen = true, errorsOpen = true;
    const auto drain = [](int descriptor, std::string& text) {
        std::array<char, 65536> buffer;
        const ssize_t count = read(descriptor, buffer.data(), buffer.size());
        if (count > 0)
            text.append(buffer.data(), static_cast<std::size_t>(count));
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
    };
    while (outputOpen || errorsOpen) {
        if (child.inputIsOpen() && sent == input.size())
            child.closeInput();
        std::array<pollfd, 3> watched{pollfd{outputOpen ? child.output() : -1, POLLIN, 0},
                                      pollfd{errorsOpen ? child.errors() : -1, POLLIN, 0},
                                      pollfd{child.inputIsOpen() ? child.input() : -1, POLLOUT, 0}};
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
            fail(errno, "poll");
        if (watched[0].revents != 0)
            outputOpen = drain(child.output(), result.output);
        if (watched[1].revents != 0)
            errorsOpen = drain(child.errors(), result.errors);
        if (watched[2].revents != 0) {
            const ssize_t count = send(child.input(), input.data() + sent, input.size() - sent, MSG_NOSIGNAL);
            if (count > 0)
                sent += static_cast<std::size_t>(count);
            else if (count < 0 && errno != EAGAIN && errno != EINTR)
                child.closeInput(); // it does not want more
        }
    }
    child.closeInput();
    std::optional<Ending> ending;
    while (!(ending = child.wait(std::chrono::hours(1))))
        continue;
    result.ending = *ending;
    return result;
}

} // namespace warplens::kernels
