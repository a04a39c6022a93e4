// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/keep.h"

#include "kernels/runtime/platform.h"

#include <errno.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <map>

namespace warplens::runtime {

std::string sourceOf(const sim::simt::Program& program) {
    std::map<uint32_t, size_t> files;
    for (const sim::ptx::Instruction& instruction : program.functions.front().source->instructions)
        if (const sim::ptx::Location& place = program.ownLocationOf(instruction); place.line != 0)
            ++files[place.file];
    const auto most =
        std::max_element(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == files.end() ? std::string() : std::string(program.fileName(most->first));
}

void keepIfWanted(Device& device, const LoadedKernel& kernel, const sim::simt::Launch& launch,
                  const sim::memory::DeviceMemory& memory, launches::LaunchReport& report) {
    Platform& platform = device.platform();
    const Settings& settings = platform.settings();
    if (settings.keep.empty() || (settings.keptLaunch != 0 && settings.keptLaunch != report.number))
        return;
    if (!kernel.program.textureOps.empty()) {
        platform.session().note(
            fmt::format("launch {} is not kept: its kernel uses textures or surfaces, and what they "
                        "hold is not kept yet",
                        report.number));
        return;
    }
    static std::mutex keeping;
    const std::lock_guard lock(keeping);
    uint64_t& left = platform.keptBytesLeft();
    static bool over = false; // of many launches that find no room the first is enough
    if (over)
        return;
    launches::KeptLaunch kept;
    kept.number = report.number;
    kept.pid = getpid();
    kept.program = program_invocation_name;
    kept.kernel = report.kernel;
    kept.name = report.name;
    kept.architecture = device.architecture().capability;
    kept.code = report.code;
    kept.source = sourceOf(kernel.program);
    kept.grid = launch.grid;
    kept.block = launch.block;
    kept.dynamicShared = launch.dynamicShared;
    kept.cooperative = report.cooperative;
    kept.parameters = launch.params;
    kept.ptx = kernel.code->ptxText;
    kept.machine = kernel.code->files;
    for (const auto& [name, address] : kernel.placement->variables)
        kept.variables[std::string(name)] = address;
    kept.heap = kernel.placement->heap;
    kept.heapBytes = device.heap().bytes();
    kept.heapPieces = device.heap().pieces();
    kept.gridBarrier = launch.gridBarrier;
    const std::filesystem::path folder =
        std::filesystem::path(settings.keep) / fmt::format("{}-{}", kept.pid, kept.number);
    try {
        // Looking through gigabytes before each of a thousand launches would take longer than the launches.
        uint64_t reached = 0;
        memory.forEach([&](const sim::memory::Allocation& array) { reached += array.bytes; });
        if (settings.keptLaunch == 0 && reached > left)
            throw launches::KeptError(
                fmt::format("it reaches {} bytes of memory, and {} are left for launches that are "
                            "kept: --launch {} keeps it alone, --keep-limit allows more",
                            reached, left, report.number));
        left -= std::min(left, keepLaunch(folder, std::move(kept), memory, left));
        report.recording = folder.string();
        platform.session().tell(
            {{"event", "kept"}, {"launch", report.number}, {"name", report.name}, {"folder", report.recording}});
    } catch (const launches::KeptError& error) {
        over = true;
        platform.session().note(fmt::format("launch {} is not kept{}: {}", report.number,
                                            settings.keptLaunch == 0 ? ", and none after it" : "", error.what()));
    }
}

} // namespace warplens::runtime
