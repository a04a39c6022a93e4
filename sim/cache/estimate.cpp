// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/cache/estimate.h"

#include "sim/cache/sectored_cache.h"
#include "sim/memory/global_cost.h"
#include "sim/trace/block_trace.h"

#include <deque>
#include <memory>

namespace warplens::sim::cache {
namespace {

/// The sectors of a block's requests, in order: for each request its number of sectors and whether it stores, then
/// they.
struct Stream {
    std::vector<uint64_t> words;
    size_t at = 0;
    bool ended() const { return at >= words.size(); }
};

Stream streamOf(const trace::BlockTrace& trace) {
    Stream stream;
    for (const trace::Event& event : trace.events) {
        if (!trace::isGlobal(event.kind))
            continue;
        const std::vector<uint64_t> sectors = memory::sectorsOf(trace.accessOf(event));
        stream.words.push_back(sectors.size() * 2 + (event.kind != trace::EventKind::GlobalLoad));
        for (const uint64_t address : sectors)
            stream.words.push_back(address / 32);
    }
    return stream;
}

/// What the two multiprocessors of a pair have asked L2 for of late.
class Coalescer {
public:
    bool asked(uint64_t sector) {
        for (const uint64_t recent : m_recent)
            if (recent == sector)
                return true;
        m_recent.push_back(sector);
        if (m_recent.size() > reach)
            m_recent.pop_front();
        return false;
    }

private:
    static constexpr size_t reach = 64; ///< sectors: about as many as the requests of one turn
    std::deque<uint64_t> m_recent;
};

struct Multiprocessor {
    explicit Multiprocessor(uint64_t l1Bytes)
        : l1(l1Bytes) {}
    SectoredCache l1;
    std::vector<Stream> resident;
    size_t turn = 0;
};

} // namespace

Estimate estimate(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                  const Configuration& configuration) {
    Estimate result;
    const uint64_t blocks = launch.grid.count();
    uint64_t next = 0, requests = 0;
    const auto load = [&](Multiprocessor& sm) {
        const simt::Dim3 index{static_cast<uint32_t>(next % launch.grid.x),
                               static_cast<uint32_t>(next / launch.grid.x % launch.grid.y),
                               static_cast<uint32_t>(next / launch.grid.x / launch.grid.y)};
        trace::TraceOptions options;
        options.stop = configuration.stop;
        sm.resident.push_back(streamOf(trace::record(program, launch, memory, index, options)));
        ++next;
        ++result.blocks;
    };
    const auto more = [&] {
        return next < blocks && requests < configuration.maximumRequests && !configuration.stop.stop_requested();
    };

    std::vector<std::unique_ptr<Multiprocessor>> sms;
    for (unsigned i = 0; i < configuration.multiprocessors; ++i)
        sms.push_back(std::make_unique<Multiprocessor>(configuration.l1Bytes));
    for (unsigned slot = 0; slot < configuration.blocksEach; ++slot)
        for (auto& sm : sms)
            if (more())
                load(*sm);

    SectoredCache l2(configuration.l2Bytes);
    std::vector<Coalescer> pairs((sms.size() + 1) / 2);
    bool busy = true;
    while (busy && !configuration.stop.stop_requested()) {
        busy = false;
        for (size_t i = 0; i < sms.size(); ++i) {
            Multiprocessor& sm = *sms[i];
            if (sm.resident.empty())
                continue;
            busy = true;
            sm.turn %= sm.resident.size();
            Stream& stream = sm.resident[sm.turn];
            if (!stream.ended()) {
                const uint64_t head = stream.words[stream.at++];
                const bool store = head & 1;
                ++requests;
                for (uint64_t n = head / 2; n-- > 0;) {
                    const uint64_t sector = stream.words[stream.at++];
                    if (!store) {
                        ++result.loadSectors;
                        if (configuration.l1Bytes != 0 && sm.l1.access(sector, false).hit) {
                            ++result.loadHits;
                            continue;
                        }
                        if (pairs[i / 2].asked(sector))
                            continue;
                    }
                    const SectoredCache::Outcome outcome = l2.access(sector, store);
                    ++(store ? result.l2Writes : result.l2Reads);
                    result.l2Hits += store || outcome.hit;
                    if (outcome.fetched)
                        result.dramReadBytes += 64;
                    result.dramWriteBytes += 32ull * outcome.dirtyEvicted;
                }
            }
            if (stream.ended()) {
                sm.resident.erase(sm.resident.begin() + static_cast<std::ptrdiff_t>(sm.turn));
                if (more())
                    load(sm);
            } else {
                ++sm.turn;
            }
        }
    }
    result.complete = result.blocks == blocks && !configuration.stop.stop_requested();
    return result;
}

} // namespace warplens::sim::cache
