// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a CUDA program with our runtime in place of NVIDIA's: its own host code launches its kernels, on emulated
// devices. The program keeps the terminal, its arguments, its exit code and its signals; what it tells of its launches
// comes here as it happens.
#pragma once

#include "app/engine/kernel_image.h"
#include "kernels/launches/event.h"
#include "kernels/process/child_process.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::engine {

struct ProgramRequest {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::string architecture; ///< "9.0"; empty: the one that the program was compiled for
    unsigned devices = 1;
    bool sample = false;                   ///< few blocks of each launch: counts, no results
    std::optional<uint64_t> checkedBlocks; ///< that are watched for races and the like
    bool lines = false;                    ///< launches are told with their counts by line
    unsigned threads = 0;
    std::filesystem::path keep;      ///< a folder for launches that are kept; empty: none is
    uint64_t keptLaunch = 0;         ///< the number of the one that is; 0: all
    uint64_t keptBytes = 1ull << 30; ///< that those of a process may take on the disk
    /// The driver of a GPU that runs the kernels, too (gpuDriver); empty: none does. Then keptLaunch is the only launch
    /// that is emulated.
    std::string driver;
    std::vector<std::string> profiler; ///< words before the program's own (profilerWords); empty: it is not profiled
    int output = -1;                   ///< descriptor for what it writes, errors too; -1: as this process has it
    /// Its processes are a group of their own without input, which a stop ends together; what is left behind when it is
    /// over is ended, too.
    bool isGroup = false;
};

/// A process of the program: it may start others.
struct ProgramProcess {
    int pid = 0;
    std::string program, device, architecture;
    unsigned devices = 0;
    std::string gpu; ///< that runs the kernels, too; empty: none does
};

/// Called while the program runs, from the thread that runs it.
struct ProgramListener {
    std::function<void(const ProgramProcess&)> began = [](const auto&) {};
    std::function<void(const launches::LaunchReport&)> launched = [](const auto&) {};
    /// A launch takes its time: so many blocks of so many are done.
    std::function<void(uint64_t launch, const std::string& name, uint64_t done, uint64_t total)> progressed =
        [](auto, const auto&, auto, auto) {};
    /// A launch was kept in a folder, and is about to run.
    std::function<void(uint64_t launch, const std::string& folder)> kept = [](auto, const auto&) {};
    std::function<void(const std::string& call, const std::string& what, double seconds)> called =
        [](const auto&, const auto&, auto) {};
    /// The host's code has made a mistake; file and line are known where the program was compiled with -g.
    std::function<void(const launches::HostMistake&)> mistaken = [](const auto&) {};
    std::function<void(const std::string& sentence)> noted = [](const auto&) {};
};

/// Where our runtime's libraries are. Throws EngineError where this build has none.
std::filesystem::path runtimeFolder();

/// The library of this machine's GPU driver, as every program finds it, or $WARPLENS_LIBCUDA. Throws EngineError.
std::string gpuDriver();

/// Runs it to its end; a stop ends it with SIGTERM, then SIGKILL. Throws EngineError where it cannot be started.
kernels::Ending runProgram(const ProgramRequest& request, const ProgramListener& listener, std::stop_token stop);

} // namespace warplens::engine
