// SPDX-License-Identifier: GPL-3.0-or-later
// What an instruction of the host (x86-64) is about to touch in memory: for those who step through a loop of the program
// and want to know whether anything changes in it (host_circle.h). Of instructions that a loop which waits does not have,
// nothing is known.
#pragma once

#include <sys/ucontext.h>

#include <cstdint>

namespace warplens::runtime {

struct InstructionTouch {
    enum class Kind : uint8_t {
        Plain,   ///< it touches what is said here, at most
        Syscall, ///< it calls the operating system
        Unknown,
    };
    Kind kind = Kind::Plain;
    struct Piece {
        uint64_t address = 0;
        uint32_t bytes = 0;
        bool overwrites = false; ///< nothing is made of what was there
    };
    Piece pieces[2];
    unsigned count = 0;
};

InstructionTouch touchOf(const uint8_t* code, const greg_t* registers, uint64_t threadBase);

} // namespace warplens::runtime
