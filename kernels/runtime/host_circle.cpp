// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/host_circle.h"

#include "kernels/runtime/instruction_touch.h"
#include "kernels/runtime/platform.h"

#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>

namespace warplens::runtime {
namespace {

constexpr greg_t stepFlag = 1 << 8; ///< TF of EFLAGS
constexpr unsigned mostSteps = 20000;
constexpr std::chrono::milliseconds longest{10000}; ///< rounds may pause
constexpr unsigned mostInRuntime = 100;
using Clock = std::chrono::steady_clock;

int ownThread() {
    return static_cast<int>(syscall(SYS_gettid));
}

/// The registers of a thread, but for flags that say nothing of it.
struct Registers {
    std::array<greg_t, REG_RIP + 1> general{};
    greg_t flags = 0;
    std::array<std::byte, 512> vectors{}; ///< as fxsave lays them out
    explicit Registers(const ucontext_t& context) {
        constexpr greg_t status = 0xcd5; // carry, parity, adjust, zero, sign, direction, overflow
        for (size_t i = 0; i < general.size(); ++i)
            general[i] = context.uc_mcontext.gregs[i];
        flags = context.uc_mcontext.gregs[REG_EFL] & status;
        if (context.uc_mcontext.fpregs != nullptr)
            std::memcpy(vectors.data(), context.uc_mcontext.fpregs,
                        416); // behind them lies what the system keeps there
    }
    Registers() = default;
    bool operator==(const Registers&) const = default;
};

/// What a round reads before it writes there, in words of eight bytes.
class Reads {
public:
    void clear() { m_count = 0; }
    /// Returns whether there was room.
    bool note(const InstructionTouch::Piece& piece) {
        for (uint64_t at = piece.address; at < piece.address + piece.bytes; ++at) {
            Word* word = wordAt(at & ~7ull);
            if (word == nullptr)
                return false;
            const auto bit = static_cast<uint8_t>(1u << (at & 7));
            if (((word->read | word->written) & bit) != 0)
                continue;
            if (piece.overwrites) {
                word->written |= bit;
            } else {
                word->read |= bit;
                word->bytes[at & 7] = *reinterpret_cast<const volatile uint8_t*>(at);
            }
        }
        return true;
    }
    bool areAsBefore() const {
        for (size_t i = 0; i < m_count; ++i)
            for (unsigned b = 0; b < 8; ++b)
                if ((m_words[i].read >> b & 1) != 0 &&
                    *reinterpret_cast<const volatile uint8_t*>(m_words[i].address + b) != m_words[i].bytes[b])
                    return false;
        return true;
    }

private:
    struct Word {
        uint64_t address;
        uint8_t read, written;
        uint8_t bytes[8];
    };
    Word* wordAt(uint64_t address) {
        for (size_t i = 0; i < m_count; ++i)
            if (m_words[i].address == address)
                return &m_words[i];
        if (m_count == m_words.size())
            return nullptr;
        m_words[m_count] = {address, 0, 0, {}};
        return &m_words[m_count++];
    }
    std::array<Word, 256> m_words;
    size_t m_count = 0;
};

/// One thread at a time is looked at. What it does itself with this, it does in the handler of a signal.
struct Look {
    enum Phase : int { Idle, Wanted, Steps, InRuntime, Returns, Over };
    std::atomic<int> thread{0};
    std::atomic<int> phase{Idle};
    HostCircle::Answer answer;

    unsigned steps = 0, sinceMark = 0, power = 64;
    unsigned round = 0; ///< steps of a whole one; 0: not known yet
    Registers mark;
    Reads reads;
    uint64_t returnsTo = 0, stackThere = 0;
    bool asked = false;
};

Look& look() {
    static Look* const one = new Look;
    return *one;
}

struct OwnCode {
    struct Range {
        uint64_t begin, end;
    };
    std::array<Range, 16> ranges;
    size_t count = 0;
    bool contains(uint64_t at) const {
        return std::any_of(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(count),
                           [&](const Range& range) { return range.begin <= at && at < range.end; });
    }
};

/// Where code of the runtime lies: known before a thread is stepped, since nothing may be looked up then.
OwnCode& ownCode() {
    static OwnCode* const all = [] {
        auto* found = new OwnCode;
        dl_iterate_phdr(
            [](dl_phdr_info* info, size_t, void* data) {
                auto& own = *static_cast<OwnCode*>(data);
                for (int i = 0; i < info->dlpi_phnum; ++i) {
                    const auto& part = info->dlpi_phdr[i];
                    const uint64_t begin = info->dlpi_addr + part.p_vaddr;
                    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && isOwnCode(begin) &&
                        own.count < own.ranges.size())
                        own.ranges[own.count++] = {begin, begin + part.p_memsz};
                }
                return 0;
            },
            found);
        return found;
    }();
    return *all;
}

void stop(ucontext_t& context, bool circles) {
    context.uc_mcontext.gregs[REG_EFL] &= ~stepFlag;
    look().answer.circles = circles;
    look().phase.store(Look::Over, std::memory_order_release);
}

/// A call has returned: what it may leave anywhere means nothing.
void forgetScratch(ucontext_t& context) {
    for (const int scratch : {REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11})
        context.uc_mcontext.gregs[scratch] = 0;
    context.uc_mcontext.gregs[REG_RAX] &= 0xffffffff; // the answer is an int
    if (context.uc_mcontext.fpregs != nullptr)
        std::memset(context.uc_mcontext.fpregs->_xmm, 0, sizeof context.uc_mcontext.fpregs->_xmm);
}

/// Pauses, and what it prints meanwhile: nothing of that comes back to the thread.
bool isPause(const greg_t* registers) {
    const greg_t call = registers[REG_RAX];
    return call == SYS_sched_yield || call == SYS_nanosleep || call == SYS_clock_nanosleep ||
           (call == SYS_write && (registers[REG_RDI] == STDOUT_FILENO || registers[REG_RDI] == STDERR_FILENO));
}

/// A round was begun at the mark. Is it over, and as it was before?
void compare(ucontext_t& context) {
    Look& now = look();
    const Registers here(context);
    const bool again = here == now.mark;
    if (now.round != 0 && (again || now.sinceMark >= now.round)) {
        if (again && now.sinceMark == now.round && now.reads.areAsBefore())
            return stop(context, true);
        now.round = 0;
        now.sinceMark = now.power;
    } else if (now.round == 0 && again) { // the next one is looked at whole
        now.round = now.sinceMark;
        now.sinceMark = 0;
        now.reads.clear();
        return;
    }
    if (now.round == 0 && now.sinceMark >= now.power) {
        now.mark = here;
        now.sinceMark = 0;
        now.power *= 2;
    }
}

/// Before each instruction.
void step(ucontext_t& context) {
    Look& now = look();
    const auto at = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
    if (++now.steps > mostSteps)
        return stop(context, false);
    if (ownCode().contains(at)) { // Question goes on from here
        context.uc_mcontext.gregs[REG_EFL] &= ~stepFlag;
        now.phase.store(Look::InRuntime, std::memory_order_release);
        return;
    }
    ++now.sinceMark;
    compare(context);
    if (now.phase == Look::Over)
        return;
    const InstructionTouch touch = touchOf(reinterpret_cast<const uint8_t*>(at), context.uc_mcontext.gregs,
                                           reinterpret_cast<uint64_t>(__builtin_thread_pointer()));
    if (touch.kind == InstructionTouch::Kind::Unknown ||
        (touch.kind == InstructionTouch::Kind::Syscall && !isPause(context.uc_mcontext.gregs)))
        return stop(context, false);
    for (unsigned i = 0; i < touch.count && now.round != 0; ++i) {
        const InstructionTouch::Piece& piece = touch.pieces[i];
        if (!now.reads.note(piece))
            return stop(context, false);
        if (!piece.overwrites && Platform::get().hostAccesses().isShared(piece.address, piece.bytes)) {
            if (now.answer.place == 0)
                now.answer.frames = framesAt(at);
            now.answer.place = piece.address;
        }
    }
    context.uc_mcontext.gregs[REG_EFL] |= stepFlag;
}

} // namespace

bool HostCircle::trapped(int code, ucontext_t& context) {
    Look& now = look();
    const int phase = now.phase.load(std::memory_order_acquire);
    if (phase == Look::Idle || now.thread.load() != ownThread()) {
        const bool isStep = code == TRAP_TRACE && (context.uc_mcontext.gregs[REG_EFL] & stepFlag) != 0;
        context.uc_mcontext.gregs[REG_EFL] &= ~stepFlag;
        return isStep || code == SI_TKILL; // one that came too late
    }
    const auto at = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
    switch (phase) {
    case Look::Wanted:
        if (ownCode().contains(at)) {
            now.phase.store(Look::InRuntime);
            return true;
        }
        now.phase.store(Look::Steps);
        step(context);
        return true;
    case Look::Steps:
        step(context);
        return true;
    case Look::Returns:
        if (at != now.returnsTo || static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]) != now.stackThere) {
            context.uc_mcontext.gregs[REG_EFL] |= stepFlag;
            return true;
        }
        forgetScratch(context);
        now.answer.asks = true;
        now.phase.store(Look::Steps);
        step(context);
        return true;
    default: // it was given up
        context.uc_mcontext.gregs[REG_EFL] &= ~stepFlag;
        return true;
    }
}

HostCircle::Question::~Question() {
    Look& now = look();
    if (now.phase.load(std::memory_order_acquire) != Look::InRuntime || now.thread.load() != ownThread() ||
        ownCode().contains(reinterpret_cast<uint64_t>(m_returnsTo)))
        return;
    now.returnsTo = reinterpret_cast<uint64_t>(m_returnsTo);
    now.stackThere = reinterpret_cast<uint64_t>(m_frame) + 16; // behind the frame's pointer and where it returns to
    if (now.answer.place == 0)
        now.answer.frames = framesHere();
    now.phase.store(Look::Returns);
    syscall(SYS_tgkill, getpid(), ownThread(), SIGTRAP);
}

HostCircle::Answer HostCircle::of(int thread) {
    static std::mutex one;
    const std::lock_guard lock(one);
    ownCode();
    Look& now = look();
    now.answer = {};
    now.steps = now.sinceMark = now.round = 0;
    now.power = 64;
    now.mark = {};
    now.thread = thread;
    now.phase.store(Look::Wanted, std::memory_order_release);
    unsigned inRuntime = 0; // looks in a row: it does something else there than to ask
    if (syscall(SYS_tgkill, getpid(), thread, SIGTRAP) == 0)
        for (auto start = Clock::now(); now.phase.load(std::memory_order_acquire) != Look::Over &&
                                        Clock::now() - start < longest && inRuntime < mostInRuntime;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            inRuntime = now.phase.load() == Look::InRuntime ? inRuntime + 1 : 0;
        }
    const bool isOver = now.phase.exchange(Look::Over) == Look::Over;
    // A step that is under way ends before this is used again.
    std::this_thread::sleep_for(std::chrono::milliseconds(isOver ? 0 : 5));
    const Answer answer = isOver ? now.answer : Answer{};
    now.thread = 0;
    now.phase.store(Look::Idle);
    return answer;
}

} // namespace warplens::runtime
