// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/limits.h"

#include <algorithm>
#include <cmath>

namespace warplens::sim::time {
namespace {

using sass::Unit;

double warpInstructions(unsigned lanes) {
    return lanes / 32.0;
}

class Limits {
public:
    Limits(const Work& work, const Device& device)
        : m_work(work)
        , m_device(device)
        , m_fill(fillOf(work, device)) {}

    /// `each`: what one multiprocessor does in a clock.
    void perClock(Resource resource, Amount amount, std::string_view unit, double each, std::string_view rateUnit,
                  bool floor = true) {
        if (amount.value <= 0 || each <= 0)
            return;
        const double rate = each * m_device.multiprocessors;
        add({resource, amount, unit, rate, rateUnit, Origin::Quoted, m_fill,
             amount.value / rate / m_fill / (m_device.clockMhz * 1e3), floor && amount.origin == Origin::Modelled});
    }
    void instructions(Resource resource, double count, double each) {
        perClock(resource, {count, m_work.instructions.origin}, "instructions of warps", each,
                 "instructions of warps a clock");
    }
    void add(const Limit& limit) { m_limits.push_back(limit); }

    std::vector<Limit> sorted() {
        std::stable_sort(m_limits.begin(), m_limits.end(),
                         [](const Limit& a, const Limit& b) { return a.milliseconds > b.milliseconds; });
        return std::move(m_limits);
    }

private:
    const Work& m_work;
    const Device& m_device;
    double m_fill;
    std::vector<Limit> m_limits;
};

void addPipes(Limits& all, const Work& work, const MultiprocessorRates& rates) {
    const auto of = [&](Unit unit) { return static_cast<double>(work.byUnit[static_cast<size_t>(unit)]); };
    all.instructions(Resource::Issue, work.instructions.value, MultiprocessorRates::issue);
    // Integer products have fewer lanes than the others: whichever takes longer.
    const double products = of(Unit::Fma);
    const auto integers = static_cast<double>(work.integerMultiplies);
    if (integers / warpInstructions(rates.imad) > products / warpInstructions(rates.fma))
        all.instructions(Resource::Fma, integers, warpInstructions(rates.imad));
    else
        all.instructions(Resource::Fma, products, warpInstructions(rates.fma));
    all.instructions(Resource::Alu, of(Unit::Alu), warpInstructions(rates.alu));
    all.instructions(Resource::Half, of(Unit::Half), warpInstructions(rates.half));
    all.instructions(Resource::Double, of(Unit::Double), warpInstructions(rates.fp64));
    all.instructions(Resource::Xu, of(Unit::Xu), warpInstructions(rates.xu));
    all.instructions(Resource::Lsu, of(Unit::Lsu), warpInstructions(MultiprocessorRates::lsu));
    if (work.tensorClocks > 0)
        all.perClock(Resource::Tensor, {work.tensorProducts, work.instructions.origin}, "multiply-adds",
                     work.tensorProducts / work.tensorClocks, "multiply-adds a clock");
}

} // namespace

std::string_view originName(Origin origin) {
    constexpr std::string_view names[] = {"modelled", "estimated", "measured", "recorded", "quoted"};
    return names[static_cast<size_t>(origin)];
}

std::string_view resourceName(Resource resource) {
    constexpr std::array<std::string_view, resourceCount> names = {
        "instruction issue", "FMA pipe",      "ALU pipe",
        "FP16 pipe",         "FP64 pipe",     "XU pipe",
        "LSU pipe",          "tensor cores",  "shared memory wavefronts",
        "L1 tags",           "L1 wavefronts", "L1 data",
        "L2 sectors",        "DRAM",          "latency of a single warp",
    };
    return names[static_cast<size_t>(resource)];
}

double fillOf(const Work& work, const Device& device) {
    const auto blocks = static_cast<double>(work.blocks);
    const double each = blocks / device.multiprocessors;
    if (work.equalBlocks) // some multiprocessor has to run that many
        return each / std::ceil(each);
    return std::min(1.0, each);
}

double wavesOf(const Work& work, const Device& device) {
    const double held = double(work.residentBlocks) * device.multiprocessors;
    return held == 0 ? 0 : static_cast<double>(work.blocks) / held;
}

std::vector<Limit> limits(const Work& work, const Device& device, const MultiprocessorRates& rates) {
    Limits all(work, device);
    if (work.blocks == 0)
        return {};
    addPipes(all, work, rates);
    const auto wavefronts = static_cast<double>(work.sharedWavefronts);
    const auto tags = static_cast<double>(work.l1Tags), data = static_cast<double>(work.l1Data);
    all.perClock(Resource::SharedWavefronts, {wavefronts, work.requests}, "wavefronts", 1, "wavefronts a clock");
    all.perClock(Resource::L1Tags, {tags, work.requests}, "fours of lines", 1, "fours of lines a clock");
    all.perClock(Resource::L1Wavefronts, {data, work.requests}, "wavefronts", 1, "wavefronts a clock");
    if (wavefronts > 0 && data > 0)
        all.perClock(Resource::L1Data, {wavefronts + data, work.requests}, "wavefronts", 1, "wavefronts a clock",
                     false);
    const double clocks = device.clockMhz * 1e3; // in a millisecond
    if (work.l2Sectors && work.l2Sectors->value > 0 && device.l2Bytes > 0)
        all.add({Resource::L2Sectors, *work.l2Sectors, "sectors", device.l2Bytes / 32, "sectors a clock",
                 Origin::Quoted, 1, work.l2Sectors->value * 32 / device.l2Bytes / clocks, false});
    if (work.dramBytes && work.dramBytes->value > 0)
        all.add({Resource::Dram, *work.dramBytes, "bytes", device.dramGbps, "GB/s", Origin::Quoted, 1,
                 work.dramBytes->value / device.dramGbps / 1e6, work.dramIsLeast});
    if (work.warpCycles && work.residentBlocks != 0) {
        // Blocks follow one another in the places that there are for them.
        const double places = double(work.residentBlocks) * device.multiprocessors;
        const auto blocks = static_cast<double>(work.blocks);
        const double turns = work.equalBlocks ? std::ceil(blocks / places) : std::max(1.0, blocks / places);
        all.add({Resource::Latency, *work.warpCycles, "cycles of a warp alone", turns,
                 turns == 1 ? "block in each place" : "blocks after one another in each place", Origin::Modelled,
                 std::min(1.0, blocks / places / turns), work.warpCycles->value * turns / clocks, false});
    }
    return all.sorted();
}

const Limit* longestFloor(const std::vector<Limit>& limits) {
    const auto found = std::find_if(limits.begin(), limits.end(), [](const Limit& limit) { return limit.floor; });
    return found == limits.end() ? nullptr : &*found;
}

} // namespace warplens::sim::time
