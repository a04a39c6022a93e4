// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of kernels.
#pragma once

#include "kernels/launches/event.h"
#include "kernels/launches/mistake.h"
#include "kernels/runtime/device.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warplens::runtime {

struct LaunchRequest {
    Kernel* kernel = nullptr;
    sim::simt::Dim3 grid, block, cluster;
    uint64_t dynamicShared = 0;
    bool cooperative = false;
    std::vector<std::byte> parameters;                    ///< as the kernel's parameter space lays them out
    std::vector<launches::HostMistake::Frame> calledFrom; ///< by the program's own code
    bool isInGraph = false;                               ///< a node of a graph, and what it touches is to be known
};

/// The parameters from where the program keeps each of them.
std::vector<std::byte> gatherParameters(const LoadedKernel& kernel, void* const* arguments);

/// Throws Failure where the launch cannot be, as a GPU's runtime would refuse it at once.
void checkLaunch(Device& device, const LoadedKernel& kernel, const LaunchRequest& request);

/// Whether somebody wants to know what work of the stream touches: it may meet work of another stream or the program's own
/// code, or memory may be given back that it uses.
bool looksAtTouches(Device& device, const Stream& stream);

/// The work that runs the kernel and tells of it. The launch was checked.
WorkPtr launchWork(Device& device, const Stream& stream, LaunchRequest request);

/// Ends a launch that is running.
void stopLaunch(uint64_t number);

/// How long the launch would take on the device: what the slowest of its resources needs for the counted work, and the
/// time that any launch takes. A lower bound, not a measurement.
double estimatedSeconds(const Device& device, const launches::LaunchReport& report);

} // namespace warplens::runtime
