// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/repeats.h"

#include "kernels/runtime/platform.h"
#include "kernels/runtime/stopwatch.h"
#include "kernels/runtime/under_way.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>

namespace warplens::runtime {
namespace {

constexpr double worthSeconds = 0.01;        ///< a launch that takes less is emulated
constexpr double bytesPerSecond = 1e9;       ///< about what copying and comparing memory does
constexpr uint64_t mostBytes = 512ull << 20; ///< of all memory
constexpr unsigned mostMisses = 4;           ///< then it is not tried again
constexpr uint64_t piece = 4096;             ///< in which changes are kept

std::string keyOf(const LaunchRequest& request) {
    std::string key = request.kernel->name;
    const auto add = [&](const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(request.kernel);
    add(request.grid);
    add(request.block);
    add(request.dynamicShared);
    add(request.cooperative);
    key.append(reinterpret_cast<const char*>(request.parameters.data()), request.parameters.size());
    return key;
}

bool readsClock(const sim::simt::Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const sim::simt::FunctionCode& code) {
        return std::any_of(code.source->operands.begin(), code.source->operands.end(),
                           [](const sim::ptx::Operand& operand) {
                               return operand.name.starts_with("%clock") || operand.name.starts_with("%globaltimer");
                           });
    });
}

} // namespace

Repeats& Repeats::of(const Device& device) {
    static std::mutex mutex;
    static auto* const all = new std::map<const Device*, Repeats>;
    const std::lock_guard lock(mutex);
    return (*all)[&device];
}

// What only devices touch: while a kernel runs the host may write where it can.
std::vector<MemoryPtr> Repeats::memoryOf(Platform& platform) {
    std::vector<MemoryPtr> all;
    platform.memory().forEach([&](const MemoryPtr& memory) {
        const bool ofTheLaunch = memory->kind == MemoryKind::Heap; // the barrier of its grid
        if (!memory->belongsToHost() && memory->kind != MemoryKind::Managed && !ofTheLaunch)
            all.push_back(memory);
    });
    return all;
}

/// Of memory that the host can touch, too, a kernel sees nothing: whether it wants to is found out.
std::shared_ptr<sim::memory::DeviceMemory> Repeats::ownMemory(Device& device) {
    auto own = device.platform().memory().view([&](const Memory& memory) {
        return memory.kind != MemoryKind::Array && memory.kind != MemoryKind::Managed && !memory.belongsToHost() &&
               (memory.device == device.ordinal() || device.reachesPeer(memory.device));
    });
    own->setPageBytes(2 << 20);
    return own;
}

Footprint Repeats::ofTheHost(Platform& platform) {
    Footprint all;
    platform.memory().forEach([&](const MemoryPtr& memory) {
        if (memory->belongsToHost() || memory->kind == MemoryKind::Managed)
            all.addWhole(Footprint::Writes, memory->base, memory->bytes);
    });
    return all;
}

Repeats::Hash Repeats::hashOf(const std::vector<MemoryPtr>& all) {
    constexpr std::array<uint64_t, 4> factors{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9,
                                              0xd6e8feb86659fd93};
    Hash hash{1, 2, 3, 4};
    const auto add = [&](size_t lane, uint64_t word) { // what differs in one place comes to differ in all
        hash[lane] = std::rotl((hash[lane] ^ word) * factors[lane], 29);
    };
    for (const MemoryPtr& memory : all) {
        add(0, memory->base);
        add(1, memory->bytes);
        add(2, memory->written.load() ? memory->places.hash() : 2);
        const std::byte* at = memory->host;
        uint64_t left = memory->bytes;
        std::array<uint64_t, 4> words{};
        for (; left >= sizeof words; left -= sizeof words, at += sizeof words) {
            std::memcpy(words.data(), at, sizeof words);
            for (size_t lane = 0; lane < words.size(); ++lane)
                add(lane, words[lane]);
        }
        words = {};
        std::memcpy(words.data(), at, left);
        for (size_t lane = 0; lane < words.size(); ++lane)
            add(lane, words[lane]);
    }
    for (size_t round = 0; round < 4; ++round) // the last words reach all bits
        for (size_t lane = 0; lane < hash.size(); ++lane)
            add(lane, hash[(lane + 1) % hash.size()]);
    return hash;
}

LaunchOutcome Repeats::emulated(Device& device, Known& known, const Emulate& emulate) {
    const auto begin = Clock::now();
    LaunchOutcome outcome = emulate(*device.view());
    known.seconds = secondsSince(begin);
    return outcome;
}

LaunchOutcome Repeats::record(Device& device, Known& known, const std::vector<MemoryPtr>& all, uint64_t launch,
                              const Emulate& emulate, const Footprint* footprint) {
    const uint64_t begun = UnderWay::begun;
    std::vector<std::vector<std::byte>> before;
    for (const MemoryPtr& memory : all)
        before.emplace_back(memory->host, memory->host + memory->bytes);
    const auto begin = Clock::now();
    LaunchOutcome outcome = emulate(footprint == nullptr ? *ownMemory(device) : *device.view());
    const bool failed = outcome.result.failed || outcome.result.cancelled;
    if (footprint == nullptr && failed) { // it may have wanted more than it has seen
        known.isOrdinary = true;
        for (size_t i = 0; i < all.size(); ++i)
            std::copy(before[i].begin(), before[i].end(), all[i]->host);
        return outcome.result.cancelled ? std::move(outcome) : emulated(device, known, emulate);
    }
    if (footprint != nullptr && (failed || footprint->clash(ofTheHost(device.platform())))) {
        known.isOrdinary = true;
        return outcome;
    }
    known.seconds = secondsSince(begin);
    known.changes.clear();
    if (UnderWay::begun != begun) { // somebody else has written, too, perhaps
        known.before.reset();
        return outcome;
    }
    if (footprint != nullptr) {
        known.footprint = std::make_unique<Footprint>();
        known.footprint->merge(*footprint);
    }
    for (size_t i = 0; i < all.size(); ++i)
        for (uint64_t at = 0; at < all[i]->bytes; at += piece) {
            const uint64_t bytes = std::min(piece, all[i]->bytes - at);
            if (std::memcmp(before[i].data() + at, all[i]->host + at, bytes) != 0)
                known.changes.push_back({all[i]->base + at, {all[i]->host + at, all[i]->host + at + bytes}});
        }
    known.result = outcome.result;
    known.launch = launch;
    return outcome;
}

LaunchOutcome Repeats::run(Device& device, const LoadedKernel& kernel, const LaunchRequest& request, uint64_t launch,
                           const Emulate& emulate, Footprint* footprint, uint64_t& repeated) {
    if (UnderWay::running != 1 ||
        (footprint != nullptr &&
         device.platform().settings().checkedBlocks != UINT64_MAX)) // another launch may look at what is known, too
        return emulate(*device.view());
    Known& known = m_known[keyOf(request)];
    if (known.seconds < worthSeconds || known.isOrdinary || known.misses >= mostMisses || kernel.program.heap != 0 ||
        readsClock(kernel.program))
        return emulated(device, known, emulate);
    const std::vector<MemoryPtr> all = memoryOf(device.platform());
    uint64_t bytes = 0;
    for (const MemoryPtr& memory : all)
        bytes += memory->bytes;
    if (bytes > mostBytes || static_cast<double>(bytes) / bytesPerSecond > known.seconds / 4)
        return emulated(device, known, emulate);
    const Hash now = hashOf(all);
    if (known.before != now || (footprint != nullptr && !known.footprint)) {
        known.misses += known.before.has_value();
        known.before = now;
        return record(device, known, all, launch, emulate, footprint);
    }
    for (const Change& change : known.changes)
        std::copy(change.bytes.begin(), change.bytes.end(),
                  device.platform().memory().find(change.address)->host +
                      (change.address - device.platform().memory().find(change.address)->base));
    if (footprint != nullptr && known.footprint)
        footprint->merge(*known.footprint);
    known.misses = 0;
    repeated = known.launch;
    return {known.result, {}};
}

} // namespace warplens::runtime
