// SPDX-License-Identifier: GPL-3.0-or-later
// Whether somebody is left who could write what a kernel waits for: the program's own code, which shares memory with the
// device or may ask for a copy, or other work. A loop is endless only where nobody is.
#pragma once

#include <cstdint>
#include <functional>

namespace warplens::runtime {

class Platform;

/// Any thread may use it.
class Bystanders {
public:
    /// The calling thread, and those that it starts, are the runtime's own.
    static void joinRuntime();

    /// The calling thread of the program waits, until `isOver`, for what the device does.
    class Waiting {
    public:
        explicit Waiting(std::function<bool()> isOver);
        ~Waiting();
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;

    private:
        int m_thread;
    };

    /// A launch finds that nothing in it changes any more. Takes a few milliseconds. A program that has polled for a
    /// while, and does so for ever, is told of.
    static bool mayChangeMemory(uint64_t launch);

    /// From now on a program is ended, and told so, that waits by polling for devices which have nothing left to do.
    static void watch(Platform& platform);
};

} // namespace warplens::runtime
