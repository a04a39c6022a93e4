// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a thread of the program goes round in a circle: it polls, and nothing changes that it could see. The thread is
// stepped, instruction by instruction, through a whole round: where registers, and all memory that the round reads before
// it writes there, are in the end what they were in the beginning, the next round is the same, for as long as nobody else
// changes what it reads. Questions to the runtime (cudaStreamQuery …) count as one step, and pauses as none.
#pragma once

#include "kernels/runtime/mistakes.h"

#include <sys/ucontext.h>

#include <cstdint>

namespace warplens::runtime {

class HostCircle {
public:
    struct Answer {
        bool circles = false;
        bool asks = false;  ///< the runtime, in each round
        uint64_t place = 0; ///< of the memory that it shares with devices, where it looks; 0: nowhere
        Frames frames = {}; ///< where it asks or looks
    };
    /// Of a thread of this process, by its number. Takes some milliseconds; any thread of the runtime may call it.
    static Answer of(int thread);

    /// In the handler of SIGTRAP. Returns whether the signal was ours.
    static bool trapped(int code, ucontext_t& context);

    /// Around a question of the program to the runtime. Made in the function that the program calls.
    class Question {
    public:
        Question(void* returnsTo, void* frame)
            : m_returnsTo(returnsTo)
            , m_frame(frame) {}
        ~Question();
        Question(const Question&) = delete;
        Question& operator=(const Question&) = delete;

    private:
        void* m_returnsTo;
        void* m_frame;
    };
};

} // namespace warplens::runtime

/// At the begin of an entry point that asks and changes nothing.
#define WARPLENS_QUESTION                                                                                              \
    const warplens::runtime::HostCircle::Question question(__builtin_return_address(0), __builtin_frame_address(0))
