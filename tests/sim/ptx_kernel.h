// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel written in PTX inside a test, and what running it gives.
#pragma once

#include "sim/check/launch_watch.h"
#include "sim/simt/launch.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace warplens::tests {

namespace simt = sim::simt;

/// A kernel `k(.param .u64 out, .param .u64 in)` with that body, with enough registers of each kind.
inline std::string ptxKernel(const std::string& body, const std::string& before = "") {
    return ".version 9.0\n.target sm_90\n.address_size 64\n" + before +
           "\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
           ".reg .pred %p<20>;\n.reg .b16 %rs<20>;\n.reg .b32 %r<60>;\n.reg .f32 %f<40>;\n.reg .b64 %rd<40>;\n"
           ".reg .f64 %fd<20>;\n" +
           body + "\n}\n";
}

/// A launch of it, with the addresses of these two.
inline simt::Launch launchOf(uint64_t out, uint64_t in, const simt::Dim3& grid = {1, 1, 1},
                             const simt::Dim3& block = {32, 1, 1}) {
    simt::Launch launch;
    launch.grid = grid;
    launch.block = block;
    launch.params.resize(16);
    std::memcpy(launch.params.data(), &out, 8);
    std::memcpy(launch.params.data() + 8, &in, 8);
    return launch;
}

struct KernelRun {
    simt::RunResult result;
    std::vector<uint32_t> out;
    simt::Program program;

    std::vector<std::string> findings() const {
        std::vector<std::string> names;
        for (const simt::Finding& finding : result.findings)
            names.emplace_back(simt::findingName(finding.kind));
        return names;
    }
};

struct KernelSetup {
    simt::Dim3 grid{1, 1, 1}, block{32, 1, 1}, cluster{1, 1, 1};
    size_t outWords = 1024;
    std::vector<uint32_t> in = std::vector<uint32_t>(1024);
    uint64_t enterBudget = 1ull << 28;
    uint32_t dynamicShared = 0;
    bool watched = false; ///< for mistakes that leave no trace of their own
    unsigned threads = 1;
};

inline KernelRun runPtx(const std::string& ptx, const KernelSetup& setup = {}) {
    KernelRun run;
    sim::memory::DeviceMemory memory;
    run.program = simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
    const auto out = memory.allocate(setup.outWords * 4, "out"), in = memory.allocate(setup.in.size() * 4, "in");
    std::memcpy(in.host, setup.in.data(), setup.in.size() * 4);
    simt::Launch launch = launchOf(out.base, in.base, setup.grid, setup.block);
    launch.cluster = setup.cluster;
    launch.dynamicShared = setup.dynamicShared;
    simt::RunOptions options;
    options.threads = setup.threads;
    sim::check::LaunchWatch watch;
    if (setup.watched) {
        options.watch = &watch;
        options.checkedBlocks = UINT64_MAX;
    }
    options.enterBudget = setup.enterBudget;
    run.result = simt::run(run.program, launch, memory, options);
    run.out.resize(setup.outWords);
    std::memcpy(run.out.data(), out.host, setup.outWords * 4);
    return run;
}

/// The usual beginning: %rd1 = out + 4 * tid.x, %rd2 = in + 4 * tid.x, %r1 = tid.x.
inline const char* const prologue = "ld.param.u64 %rd10, [out];\nld.param.u64 %rd11, [in];\n"
                                    "cvta.to.global.u64 %rd12, %rd10;\ncvta.to.global.u64 %rd13, %rd11;\n"
                                    "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\n"
                                    "add.s64 %rd1, %rd12, %rd3;\nadd.s64 %rd2, %rd13, %rd3;\n";

} // namespace warplens::tests
