// SPDX-License-Identifier: GPL-3.0-or-later
// An observer through which others see, too.
#pragma once

#include "sim/simt/observer.h"

#include <array>

namespace warplens::sim::simt {

/// Tells two observers, or one, all that it hears. `Base` is AccessObserver or StepObserver.
template<class Base>
class Forwarding : public Base {
public:
    explicit Forwarding(AccessObserver* one, AccessObserver* other = nullptr)
        : m_behind{one, other} {}
    AccessObserver* behind() const { return m_behind[0]; }

    void beginBlock(const Dim3& index) override {
        tell([&](AccessObserver& o) { o.beginBlock(index); });
    }
    void endBlock() override {
        tell([&](AccessObserver& o) { o.endBlock(); });
    }
    void aboutToStore(const Machine& m, const AccessEvent& event) override {
        tell([&](AccessObserver& o) { o.aboutToStore(m, event); });
    }
    void access(const Machine& m, const AccessEvent& event) override {
        tell([&](AccessObserver& o) { o.access(m, event); });
    }
    void copiesCommitted(const Machine& m, uint32_t lanes) override {
        tell([&](AccessObserver& o) { o.copiesCommitted(m, lanes); });
    }
    void copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) override {
        tell([&](AccessObserver& o) { o.copiesAwaited(m, lanes, left); });
    }
    void mbarrierUsed(const Machine& m, const Op* op, uint32_t arrived, uint32_t passed,
                      std::byte* const (&host)[32]) override {
        tell([&](AccessObserver& o) { o.mbarrierUsed(m, op, arrived, passed, host); });
    }
    void lanesMet(const Machine& m, const Op* op, uint32_t here, const uint32_t (&members)[32]) override {
        tell([&](AccessObserver& o) { o.lanesMet(m, op, here, members); });
    }
    void fence(const Machine& m, const Op* op, uint32_t lanes) override {
        tell([&](AccessObserver& o) { o.fence(m, op, lanes); });
    }
    void barrierReached(const Machine& m, const Op* op, unsigned id, bool waits) override {
        tell([&](AccessObserver& o) { o.barrierReached(m, op, id, waits); });
    }
    void barrierReleased(unsigned id) override {
        tell([&](AccessObserver& o) { o.barrierReleased(id); });
    }
    void clusterArrived(const Machine& m, uint32_t lanes, bool relaxed) override {
        tell([&](AccessObserver& o) { o.clusterArrived(m, lanes, relaxed); });
    }
    void clusterReleased(Block& block) override {
        tell([&](AccessObserver& o) { o.clusterReleased(block); });
    }
    void clusterPassed(const Machine& m, uint32_t lanes) override {
        tell([&](AccessObserver& o) { o.clusterPassed(m, lanes); });
    }
    void frameWritten(const Machine& m, uint32_t lane, uint32_t from, uint32_t to, uint32_t bytes) override {
        tell([&](AccessObserver& o) { o.frameWritten(m, lane, from, to, bytes); });
    }
    void allocated(const Machine& m, const Op* op, uint32_t lane, uint64_t address, uint64_t bytes) override {
        tell([&](AccessObserver& o) { o.allocated(m, op, lane, address, bytes); });
    }
    void freed(const Machine& m, const Op* op, uint32_t lane, uint64_t address) override {
        tell([&](AccessObserver& o) { o.freed(m, op, lane, address); });
    }
    void readMissingLanes(const Machine& m, const Op* op, uint32_t lanes, const uint8_t (&from)[32]) override {
        tell([&](AccessObserver& o) { o.readMissingLanes(m, op, lanes, from); });
    }
    void follow(const Machine& m, const Op* op) override {
        tell([&](AccessObserver& o) { o.follow(m, op); });
    }
    void shuffled(const Machine& m, const Op* op, uint32_t lanes, const uint8_t (&from)[32]) override {
        tell([&](AccessObserver& o) { o.shuffled(m, op, lanes, from); });
    }

private:
    template<class Tell>
    void tell(Tell how) {
        for (AccessObserver* observer : m_behind)
            if (observer != nullptr)
                how(*observer);
    }

    std::array<AccessObserver*, 2> m_behind;
};

} // namespace warplens::sim::simt
