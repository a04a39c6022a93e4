// SPDX-License-Identifier: GPL-3.0-or-later
// A launch that a real GPU runs beside the emulator. Both begin with the same memory; what the GPU leaves there is what
// the program goes on with, so that one difference is not found again in every launch after it.
#pragma once

#include "kernels/launches/gpu_comparison.h"
#include "kernels/runtime/device.h"
#include "kernels/runtime/launch.h"

#include <string>
#include <vector>

namespace warplens::runtime {

class GpuLaunch {
public:
    GpuLaunch(Gpu& gpu, Device& device, const LoadedModule& module, const LoadedKernel& kernel,
              const LaunchRequest& request);

    /// Why the GPU does not run it; empty: it can.
    const std::string& refusal() const { return m_refusal; }
    /// Runs it on the GPU. Throws Failure where that fails; the memory is then as it was.
    /// Returns the seconds that the GPU has measured.
    double run();
    /// The emulator has run it, too: what differs.
    void compare(launches::GpuComparison& comparison) const;
    /// The program goes on with what the GPU has left.
    void accept() const;

private:
    struct Piece {
        MemoryPtr memory;
        std::vector<std::byte> before; ///< where the GPU writes into the program's own bytes
        std::vector<std::byte> after;  ///< it has left
    };
    void gather();
    void restore() const;
    int argumentOf(const Memory& memory) const; ///< -1: no argument points there

    Gpu& m_gpu;
    Device& m_device;
    const LoadedModule& m_module;
    const LoadedKernel& m_kernel;
    const LaunchRequest& m_request;
    std::string m_refusal;
    std::vector<Piece> m_pieces;
};

} // namespace warplens::runtime
