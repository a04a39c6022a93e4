// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/host_accesses.h"

#include "kernels/runtime/address_range.h"
#include "kernels/runtime/bystanders.h"
#include "kernels/runtime/host_circle.h"
#include "kernels/runtime/platform.h"
#include "kernels/runtime/traced.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <csignal>

namespace warplens::runtime {
namespace {

constexpr uint32_t mostOfAPage = 64; ///< of a page, until it is left open
constexpr greg_t stepFlag = 1 << 8;  ///< TF of EFLAGS: a signal comes behind the next instruction
constexpr size_t mostPagesOfInstruction = 4;

struct Stepping {
    uint64_t pages[mostPagesOfInstruction];
    size_t count = 0;
};
thread_local Stepping stepping;
struct sigaction trapBefore;

void protect(uint64_t begin, uint64_t end, bool isOpen) {
    mprotect(reinterpret_cast<void*>(begin), end - begin, isOpen ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void trapped(int signal, siginfo_t* info, void* context) {
    ucontext_t& machine = *static_cast<ucontext_t*>(context);
    const bool isClosedAgain = Platform::get().hostAccesses().stepped(machine);
    if (HostCircle::trapped(info->si_code, machine) || isClosedAgain)
        return;
    if ((trapBefore.sa_flags & SA_SIGINFO) && trapBefore.sa_sigaction != nullptr)
        trapBefore.sa_sigaction(signal, info, context);
    else if (trapBefore.sa_handler != SIG_DFL && trapBefore.sa_handler != SIG_IGN)
        trapBefore.sa_handler(signal);
    else if (trapBefore.sa_handler == SIG_DFL) {
        sigaction(signal, &trapBefore, nullptr);
        raise(signal);
    }
}

void told(const void* begin, size_t bytes, int writes) {
    Platform::get().hostAccesses().handedOver(reinterpret_cast<uint64_t>(begin), bytes, writes != 0);
}

} // namespace

std::unique_ptr<AddressRange> HostAccesses::makeRange(uint64_t bytes) {
    auto* const calls = reinterpret_cast<void (**)(const void*, size_t, int)>(dlsym(RTLD_DEFAULT, "warplens_calls"));
    if (calls == nullptr || m_platform.settings().checkedBlocks == 0 || !m_platform.settings().driver.empty())
        return std::make_unique<AddressRange>(bytes, AddressRange::Kind::Open);
    auto range = std::make_unique<AddressRange>(bytes, AddressRange::Kind::Twofold);
    if (range->kind() != AddressRange::Kind::Twofold)
        return range;
    struct sigaction action {};
    action.sa_sigaction = trapped;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTRAP, &action, &trapBefore);
    m_begin = range->begin();
    m_end = range->end();
    *calls = told;
    if (m_platform.session().isConnected())
        Bystanders::watch(m_platform);
    return range;
}

/// A program that takes these signals itself, or puts them off, would not come to us, and a debugger would stop it there.
bool HostAccesses::canClose() const {
    if (isTraced()) {
        m_platform.session().note(
            "a debugger follows the program: what its own code does to memory that it shares with "
            "devices, and whether it polls for ever, is not looked at");
        return false;
    }
    sigset_t blocked;
    if (pthread_sigmask(SIG_BLOCK, nullptr, &blocked) != 0 || sigismember(&blocked, SIGSEGV) == 1 ||
        sigismember(&blocked, SIGTRAP) == 1)
        return false;
    struct sigaction now {};
    return hasFaultHandler() && sigaction(SIGTRAP, nullptr, &now) == 0 && now.sa_sigaction == trapped;
}

bool HostAccesses::isClosed(uint64_t page) const {
    return !m_opened.contains(page) && std::any_of(m_closed.begin(), m_closed.end(), [&](const auto& piece) {
        return piece.first <= page && page < piece.second;
    });
}

void HostAccesses::close(const WorkPtr& work, std::vector<Piece> pieces) {
    std::erase_if(pieces, [&](const Piece& piece) { return !isShared(piece.begin, piece.end - piece.begin); });
    if (pieces.empty() || !canClose())
        return;
    const std::lock_guard lock(m_mutex);
    for (Piece& piece : pieces) {
        piece.begin = std::max(piece.begin, m_begin) / pageBytes * pageBytes;
        piece.end = (std::min(piece.end, m_end) + pageBytes - 1) / pageBytes * pageBytes;
        const auto known = m_closed.find(piece.begin);
        const bool isNew = known == m_closed.end() || known->second < piece.end;
        uint64_t& end = m_closed[piece.begin];
        end = std::max(end, piece.end);
        const auto opened = m_opened.lower_bound(piece.begin);
        if (!isNew && (opened == m_opened.end() || *opened >= piece.end))
            continue;
        m_opened.erase(opened, m_opened.lower_bound(piece.end));
        protect(piece.begin, piece.end, false);
    }
    m_asked = work->number;
    m_works.push_back({work, std::move(pieces)});
}

void HostAccesses::open(const Past& known) {
    if (!watches())
        return;
    const std::lock_guard lock(m_mutex);
    const size_t before = m_works.size();
    std::erase_if(m_works, [&](const Open& each) {
        const auto found = known.find(each.work->stream);
        return found != known.end() && found->second >= each.work->number;
    });
    if (m_works.size() == before)
        return;
    for (const auto& [begin, end] : m_closed)
        protect(begin, end, true);
    m_closed.clear();
    m_opened.clear();
    m_touches.clear();
    for (const Open& each : m_works)
        for (const Piece& piece : each.pieces) {
            uint64_t& end = m_closed[piece.begin];
            end = std::max(end, piece.end);
        }
    for (const auto& [begin, end] : m_closed)
        protect(begin, end, false);
}

bool HostAccesses::touched(uint64_t address, bool writes, ucontext_t& context) {
    if (!watches() || !isShared(address, 1))
        return false;
    const uint64_t page = address / pageBytes * pageBytes;
    const auto instruction = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
    const bool own = isOwnCode(instruction) || Scheduler::isOwnThread();
    {
        const std::lock_guard lock(m_mutex);
        if (!isClosed(page)) // another thread has opened it meanwhile; else it is really nobody's
            return m_platform.memory().find(address) != nullptr;
        protect(page, page + pageBytes, true);
        m_opened.insert(page);
        if (!own && ++m_touches[page] < mostOfAPage && stepping.count < mostPagesOfInstruction) {
            stepping.pages[stepping.count++] = page;
            context.uc_mcontext.gregs[REG_EFL] |= stepFlag;
        }
    }
    if (!own)
        note(address, 1, writes, instruction);
    return true;
}

bool HostAccesses::stepped(ucontext_t& context) {
    if (stepping.count == 0)
        return false;
    context.uc_mcontext.gregs[REG_EFL] &= ~stepFlag;
    const std::lock_guard lock(m_mutex);
    for (size_t i = 0; i < stepping.count; ++i)
        if (m_opened.erase(stepping.pages[i]) != 0 && isClosed(stepping.pages[i]))
            protect(stepping.pages[i], stepping.pages[i] + pageBytes, false);
    stepping.count = 0;
    return true;
}

void HostAccesses::handedOver(uint64_t begin, uint64_t bytes, bool writes) {
    if (!watches() || bytes == 0 || !isShared(begin, bytes))
        return;
    bool any = false;
    {
        const std::lock_guard lock(m_mutex);
        for (uint64_t page = begin / pageBytes * pageBytes; page < begin + bytes && !m_closed.empty();
             page += pageBytes)
            if (isClosed(page)) {
                any = true;
                protect(page, page + pageBytes, true);
                m_opened.insert(page);
            }
    }
    if (any)
        note(begin, bytes, writes, 0);
}

void HostAccesses::note(uint64_t begin, uint64_t bytes, bool writes, uint64_t instruction) {
    HostTouch touch{
        begin, bytes, writes, instruction == 0 ? framesHere() : framesAt(instruction), m_platform.scheduler().awaited(),
        0};
    {
        const std::lock_guard lock(m_mutex);
        touch.asked = m_asked;
    }
    m_platform.meetings().noteHost(m_platform, std::move(touch));
}

} // namespace warplens::runtime
