// SPDX-License-Identifier: GPL-3.0-or-later
// A program that was started, with pipes to its three streams. It never outlives this object and never stays behind as
// a zombie.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {

/// A file descriptor that is closed with its owner.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { close(); }

    int get() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }
    void close();

private:
    int m_descriptor = -1;
};

/// How a program ended.
struct Ending {
    int code = 0; ///< exit code, where signal is 0
    int signal = 0;

    /// "ended with code 3", "was ended by signal 11 (Segmentation fault)".
    std::string text() const;
};

class ChildProcess {
public:
    /// Starts a program, found on $PATH where its name has no slash. Throws std::system_error. Ctrl+C on the terminal
    /// reaches it only if `interruptible`; otherwise the one who started it decides when it ends.
    explicit ChildProcess(const std::vector<std::string>& command, bool interruptible = false);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    /// Kills it where it has not ended.
    ~ChildProcess();

    int input() const { return m_input.get(); } ///< a socket: write with send and MSG_NOSIGNAL; does not block
    int output() const { return m_output.get(); }
    int errors() const { return m_errors.get(); }
    bool inputIsOpen() const { return m_input.isOpen(); }
    void closeInput() { m_input.close(); }

    /// Waits until it ended, at most this long.
    std::optional<Ending> wait(std::chrono::milliseconds limit);

    /// Ends it: closes its input, which is all that a worker needs, also one on another machine; then asks (SIGTERM, at
    /// which a launcher gives back what it has taken), then kills. Takes a second for each that does not help.
    void end();

    /// Ends it with SIGKILL and waits for that.
    void kill();

private:
    pid_t m_pid = -1; ///< -1 once it has been waited for
    std::optional<Ending> m_ending;
    Descriptor m_input;
    Descriptor m_output;
    Descriptor m_errors;
};

/// What a program wrote and how it ended.
struct ProcessResult {
    Ending ending;
    std::string output;
    std::string errors;
};

/// Runs a program to its end with `input` on its standard input; Ctrl+C reaches it. Throws std::system_error where it
/// cannot be started.
ProcessResult runProcess(const std::vector<std::string>& command, const std::string& input);

} // namespace warplens::kernels
