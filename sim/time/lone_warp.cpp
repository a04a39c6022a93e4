// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/lone_warp.h"

#include <algorithm>
#include <array>

namespace warplens::sim::time {
namespace {

using sass::Control;
using sass::Kind;

double latencyOf(const sass::Instruction& instruction, const Latencies& latencies) {
    switch (instruction.kind) {
    case Kind::SharedLoad:
    case Kind::SharedAtomic:
    case Kind::SharedCount:
        return latencies.shared;
    case Kind::GlobalLoad:
    case Kind::GenericLoad:
    case Kind::Copy:
        return latencies.global();
    case Kind::LocalLoad:
        return latencies.l1;
    case Kind::GlobalAtomic: // done in L2
        return latencies.l2;
    default:
        return latencies.other;
    }
}

} // namespace

double loneWarpCycles(const machine::Flow& flow, std::span<const machine::Run> runs, const Latencies& latencies) {
    struct Cost {
        Control control;
        double latency = 0;
    };
    std::vector<Cost> costs;
    for (const machine::Step& step : flow.steps)
        costs.push_back({step.instruction.control(), latencyOf(step.instruction, latencies)});
    double now = 0;
    std::array<double, 6> clear{}; // when each barrier is
    for (const machine::Run& run : runs)
        for (uint32_t n = run.first; n < run.end; ++n) {
            const Cost& cost = costs[n];
            for (unsigned b = 0; b < clear.size(); ++b)
                if (cost.control.waitMask >> b & 1)
                    now = std::max(now, clear[b]);
            if (cost.control.writeBarrier < clear.size())
                clear[cost.control.writeBarrier] = std::max(clear[cost.control.writeBarrier], now + cost.latency);
            if (cost.control.readBarrier < clear.size())
                clear[cost.control.readBarrier] = std::max(clear[cost.control.readBarrier], now + latencies.sources);
            now += std::max<unsigned>(1, cost.control.stall);
        }
    return now;
}

} // namespace warplens::sim::time
