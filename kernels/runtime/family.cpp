// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/family.h"

#include "kernels/launches/event.h"
#include "sim/simt/forwarding.h"
#include "sim/simt/system_call.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace warplens::runtime {

namespace simt = sim::simt;

namespace {

constexpr size_t mostTouches = 1 << 20;

Footprint::Kind kindOf(const simt::MemoryOp& memory) {
    return memory.ordered || memory.kind == simt::AccessKind::Atomic ? Footprint::Meets
           : memory.kind == simt::AccessKind::Store                  ? Footprint::Writes
                                                                     : Footprint::Reads;
}

struct Verb {
    const char *now, *before;
};
Verb verbOf(Footprint::Kind kind) {
    switch (kind) {
    case Footprint::Reads:
        return {"reads", "has read"};
    case Footprint::Writes:
        return {"writes", "has written"};
    default:
        return {"changes atomically", "has changed atomically"};
    }
}

} // namespace

// ---- what is kept -------------------------------------------------------------------------------------------------

void ParentTouches::add(std::vector<Touch> touches, std::vector<Launched> launched) {
    const std::lock_guard lock(m_mutex);
    const size_t room = mostTouches - std::min(mostTouches, m_touches.size());
    touches.resize(std::min(touches.size(), room));
    m_touches.insert(m_touches.end(), touches.begin(), touches.end());
    std::move(launched.begin(), launched.end(), std::back_inserter(m_launched));
}

void ParentTouches::sort() {
    std::sort(m_touches.begin(), m_touches.end(), [](const Touch& a, const Touch& b) {
        return std::tie(a.begin, a.block, a.thread, a.op) < std::tie(b.begin, b.block, b.thread, b.op);
    });
    for (const Touch& touch : m_touches)
        m_longest = std::max(m_longest, touch.bytes);
}

std::vector<const ParentTouches::Launched*> ParentTouches::launchesOf(const simt::ChildWork& child) const {
    std::vector<const Launched*> found;
    if (!child.last) // the tail begins when the parent is over
        for (const Launched& each : m_launched)
            if (each.params == child.params)
                found.push_back(&each);
    return found;
}

const ParentTouches::Touch* ParentTouches::meeting(const std::vector<const Launched*>& as, Footprint::Kind kind,
                                                   uint64_t begin, uint32_t bytes) const {
    const uint64_t from = begin - std::min<uint64_t>(begin, m_longest);
    auto touch = std::lower_bound(m_touches.begin(), m_touches.end(), from,
                                  [](const Touch& each, uint64_t address) { return each.begin < address; });
    for (; touch != m_touches.end() && touch->begin < begin + bytes; ++touch) {
        if (touch->begin + touch->bytes <= begin || (touch->kind == kind && kind != Footprint::Writes))
            continue;
        bool any = false, all = true;
        for (const Launched* each : as)
            if (each->block == touch->block) {
                any = true;
                all &= touch->launches > each->number;
            }
        if (any && all)
            return &*touch;
    }
    return nullptr;
}

// ---- what is seen -------------------------------------------------------------------------------------------------

/// Of one host thread; adds what it has seen in the end.
class FamilyWatch::Observer final : public simt::Forwarding<simt::AccessObserver> {
public:
    Observer(FamilyWatch& watch, simt::Block& block, std::unique_ptr<simt::AccessObserver> checker)
        : Forwarding(checker.get())
        , m_watch(watch)
        , m_block(block)
        , m_checker(std::move(checker)) {}
    ~Observer() override {
        if (m_watch.m_own)
            m_watch.m_own->add(std::move(m_touches), std::move(m_launched));
    }

    void beginBlock(const simt::Dim3& index) override {
        m_launches = 0;
        Forwarding::beginBlock(index);
    }
    void allocated(const simt::Machine& m, const simt::Op* op, uint32_t lane, uint64_t address,
                   uint64_t bytes) override {
        if (op->flags == simt::systemParameterBuffer)
            m_buffers[address] = bytes;
        Forwarding::allocated(m, op, lane, address, bytes);
    }
    /// A launch gives the buffer of its parameters back.
    void freed(const simt::Machine& m, const simt::Op* op, uint32_t lane, uint64_t address) override {
        if (const auto buffer = m_buffers.find(address); buffer != m_buffers.end() && op->flags == simt::systemLaunch) {
            const uint64_t bytes = buffer->second;
            ParentTouches::Launched launched{{}, m_block.number(), m_launches++};
            const sim::memory::Ready ready = m_block.state().memory.ready(address, bytes);
            if (m_watch.m_own && ready.array != nullptr) {
                const std::byte* at = ready.array->host + (address - ready.array->base);
                launched.params.assign(at, at + bytes);
                m_launched.push_back(std::move(launched));
            }
            m_buffers.erase(buffer);
        }
        Forwarding::freed(m, op, lane, address);
    }
    void access(const simt::Machine& m, const simt::AccessEvent& event) override {
        Forwarding::access(m, event);
        if (event.space != simt::AccessSpace::Global)
            return;
        const simt::MemoryOp& memory = *event.memory;
        const uint32_t bytes = unsigned(memory.elementBytes) * memory.count;
        const Footprint::Kind kind = kindOf(memory);
        for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
            const uint64_t address = event.addressOf(lane);
            if (m_watch.m_own && m_launches != 0 && m_touches.size() < mostTouches)
                m_touches.push_back(
                    {address, m_block.number(), bytes, memory.op, m.warp->index * 32 + lane, m_launches, kind});
            for (const Elder& elder : m_watch.m_elders)
                if (const auto* touch = elder.touches->meeting(elder.as, kind, address, bytes))
                    tell(event, lane, kind, elder, *touch);
        }
    }

private:
    void tell(const simt::AccessEvent& event, uint32_t lane, Footprint::Kind kind, const Elder& elder,
              const ParentTouches::Touch& touch) {
        const simt::Program& theirs = elder.touches->program();
        const simt::Op& op = theirs.ops[touch.op];
        const sim::ptx::Location& location = theirs.placeOf(op);
        const simt::Dim3 block = elder.touches->blockOf(touch), thread = elder.touches->threadOf(touch);
        simt::Finding finding =
            m_block.findingAt(simt::FindingKind::Race, event.op, lane, std::max(touch.begin, event.addressOf(lane)));
        const auto who = [](const simt::Dim3& t, const simt::Dim3& b) {
            return fmt::format("thread ({},{},{}) of block ({},{},{})", t.x, t.y, t.z, b.x, b.y, b.z);
        };
        finding.message = fmt::format(
            "{} {} {:#x} here, which {} {} in line {}, and nothing orders them; the second thread is one of the kernel "
            "{}, which had launched this one before",
            who(finding.thread, finding.block), verbOf(kind).now, finding.address, who(thread, block),
            verbOf(touch.kind).before, location.line, launches::demangled(theirs.kernel));
        finding.hint =
            "do it before the launch, or launch with cudaStreamTailLaunch, so that the other kernel begins when "
            "this one is over: it cannot wait for what it launches";
        const auto& memory = *event.memory;
        finding.accesses.push_back({verbOf(kind).now,
                                    finding.block,
                                    finding.thread,
                                    finding.place(),
                                    finding.ptxLine,
                                    "",
                                    finding.address,
                                    unsigned(memory.elementBytes) * memory.count,
                                    {},
                                    {}});
        finding.accesses.push_back({verbOf(touch.kind).now,
                                    block,
                                    thread,
                                    {std::string(theirs.fileName(location.file)), location.line},
                                    theirs.instructionOf(op).line,
                                    "",
                                    touch.begin,
                                    touch.bytes,
                                    {},
                                    {}});
        m_block.state().findings.add(std::move(finding));
    }

    FamilyWatch& m_watch;
    simt::Block& m_block;
    std::unique_ptr<simt::AccessObserver> m_checker;
    uint32_t m_launches = 0;                ///< of this block
    std::map<uint64_t, uint64_t> m_buffers; ///< bytes, by address
    std::vector<ParentTouches::Touch> m_touches;
    std::vector<ParentTouches::Launched> m_launched;
};

bool FamilyWatch::launches(const simt::Program& program) {
    return std::any_of(program.ops.begin(), program.ops.end(), [](const simt::Op& op) {
        return op.run == simt::runSystemCall && op.flags == simt::systemLaunch;
    });
}

std::unique_ptr<simt::AccessObserver> FamilyWatch::observe(simt::Block& block) {
    return std::make_unique<Observer>(*this, block, m_watch.observe(block));
}

} // namespace warplens::runtime
