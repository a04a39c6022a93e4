// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/platform.h"

#include <fmt/format.h>
#include <sys/ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

namespace warplens::runtime {
namespace {

struct sigaction before;

/// The program is broken when we come here, and ends in any case: what allocates memory may be called.
void tellFault(uint64_t address) {
    Platform& platform = Platform::get();
    const MemoryPtr memory = platform.memory().find(address);
    if (memory && (memory->kind == MemoryKind::Device || memory->kind == MemoryKind::Variable))
        platform.session().note(fmt::format(
            "the program's own code (not a kernel) touches {:#x}, which is the device's memory: {}. Copy it with "
            "cudaMemcpy, or take it with cudaMallocManaged",
            address, memoryText(*memory)));
    else if (const std::string what = platform.memory().describe(address); !memory && !what.empty())
        platform.session().note(fmt::format("the program's own code touches {:#x}: {}", address, what));
}

void handle(int signal, siginfo_t* info, void* context) {
    static thread_local bool inside = false;
    constexpr greg_t writeFault = 2; // of the processor's error code
    auto& machine = *static_cast<ucontext_t*>(context);
    if (!inside &&
        Platform::get().hostAccesses().touched(reinterpret_cast<uint64_t>(info->si_addr),
                                               (machine.uc_mcontext.gregs[REG_ERR] & writeFault) != 0, machine))
        return;
    if (!inside) {
        inside = true;
        tellFault(reinterpret_cast<uint64_t>(info->si_addr));
        inside = false;
    }
    // Whoever was there before decides what becomes of it; mostly the instruction faults once more and that is the end.
    if ((before.sa_flags & SA_SIGINFO) && before.sa_sigaction != nullptr)
        before.sa_sigaction(signal, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(signal);
    else
        sigaction(signal, &before, nullptr);
}

} // namespace

void installFaultHandler() {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before);
}

bool hasFaultHandler() {
    struct sigaction now {};
    return sigaction(SIGSEGV, nullptr, &now) == 0 && now.sa_sigaction == handle;
}

} // namespace warplens::runtime
