// SPDX-License-Identifier: GPL-3.0-or-later
// run: --strict
// output: in line: 5
// output: signals at which a debugger would have stopped: 0
// tells: a debugger follows the program
// launches: 1
//
// A program under a debugger: it touches managed memory while a launch is under way, which is not looked at then, and no
// signal of the runtime's own stops it.
#include "check.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

struct Shared {
    volatile int isFollowed, signals;
};

/// As a debugger does it, that goes on behind each signal.
void follow(pid_t program, Shared& shared) {
    if (ptrace(PTRACE_SEIZE, program, nullptr, nullptr) != 0)
        _exit(1);
    shared.isFollowed = 1;
    int status = 0;
    while (waitpid(program, &status, 0) == program && WIFSTOPPED(status)) {
        ++shared.signals;
        ptrace(PTRACE_CONT, program, nullptr, WSTOPSIG(status));
    }
    _exit(0);
}

__global__ void add(int* numbers) {
    numbers[threadIdx.x] += 1;
}

int main() {
    auto& shared =
        *static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    const pid_t program = getpid(), debugger = fork();
    if (debugger == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        usleep(100000); // until it is allowed
        follow(program, shared);
    }
    prctl(PR_SET_PTRACER, debugger);
    while (!shared.isFollowed)
        usleep(1000);
    int* numbers;
    OK(cudaMallocManaged(&numbers, 64 * sizeof(int)));
    for (int i = 0; i < 64; ++i)
        numbers[i] = i;
    add<<<1, 64>>>(numbers);
    volatile int early = numbers[4];
    (void)early;
    OK(cudaDeviceSynchronize());
    std::printf("in line: %d\n", numbers[4]);
    OK(cudaFree(numbers));
    std::printf("signals at which a debugger would have stopped: %d\n", shared.signals);
}
