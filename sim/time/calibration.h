// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured once on a GPU, by kernels that do one thing alone (`warplens-cli calibrate`): how long a warp waits
// for what, and what L2 and DRAM deliver. The estimate of a launch's time takes these and what is published (device.h); nothing
// in it belongs to a kernel.
#pragma once

#include <string>

namespace warplens::sim::time {

struct Calibration {
    std::string gpu;    ///< where it was measured: "NVIDIA H200"
    std::string source; ///< by what, and when

    // Clocks of a multiprocessor from the issue of a load to the first instruction that can use the value.
    double shared = 0, l1 = 0, l2 = 0, dram = 0;

    double l1BytesAClock = 0; ///< that one multiprocessor's lanes get from L1; 0: nobody has measured it
    double l2BytesAClock = 0; ///< that all multiprocessors together get from L2
    double dramGbps = 0;      ///< 10^9 bytes a second, read ...
    double dramCopyGbps = 0;  ///< ... and where half of them are written
    /// Clocks that a load waits longer for DRAM that is half in use: where all read, and where half of the bytes are written.
    double dramWaitReads = 0, dramWaitCopies = 0;
    double launchMicroseconds = 0; ///< that a launch takes besides what its warps do
    double blockLaunchClocks = 0;  ///< of a multiprocessor, between the starts of two blocks, where all get some ...
    double blockRestartClocks = 0; ///< ... and from a block's end to the start of the next one in its place
    double storeDrainClocks = 0;   ///< from a block's last store to its end
    /// Nanoseconds between two atomics at the same address.
    double atomicNanoseconds = 0;
};

} // namespace warplens::sim::time
