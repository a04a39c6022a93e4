// SPDX-License-Identifier: GPL-3.0-or-later
// What the program's own code reads and writes of the memory that it shares with devices (managed and pinned) while work
// is under way that it has not waited for.
//
// Pages that such work may touch are closed to the program. Their bytes lie at another place, too, where the runtime and
// the emulator find them (AddressRange::Kind::Twofold). Whoever touches a closed page is noted (Meetings): the page is
// opened for that one instruction and closed again behind it, until the program has waited. Memory that is handed to the
// operating system is told before (kernels/calls); without that nothing is closed.
#pragma once

#include "kernels/runtime/address_range.h"
#include "kernels/runtime/work.h"

#include <sys/ucontext.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace warplens::runtime {

class Platform;

class HostAccesses {
public:
    explicit HostAccesses(Platform& platform)
        : m_platform(platform) {}

    /// Where managed and pinned memory is taken from. Called once, before all else.
    std::unique_ptr<AddressRange> makeRange(uint64_t bytes);
    /// Whether there is memory whose accesses are noticed.
    bool watches() const { return m_begin != 0; }
    bool isShared(uint64_t begin, uint64_t bytes) const { return begin < m_end && begin + bytes > m_begin; }

    struct Piece {
        uint64_t begin, end;
    };
    /// The work was asked for, may touch these, and nobody has waited for it.
    void close(const WorkPtr& work, std::vector<Piece> pieces);
    /// The host knows that this is over.
    void open(const Past& known);

    /// Of the two signals. False: it is none of ours.
    bool touched(uint64_t address, bool writes, ucontext_t& context);
    bool stepped(ucontext_t& context);
    /// The operating system is going to touch it for the program.
    void handedOver(uint64_t begin, uint64_t bytes, bool writes);

private:
    bool canClose() const;
    bool isClosed(uint64_t page) const;
    void note(uint64_t begin, uint64_t bytes, bool writes, uint64_t instruction);

    Platform& m_platform;
    uint64_t m_begin = 0, m_end = 0;
    std::mutex m_mutex;
    std::map<uint64_t, uint64_t> m_closed;  ///< pages that are, from and to
    std::set<uint64_t> m_opened;            ///< of these the ones that are not
    std::map<uint64_t, uint32_t> m_touches; ///< by page, since it was closed first
    struct Open {
        WorkPtr work;
        std::vector<Piece> pieces;
    };
    std::vector<Open> m_works; ///< that nobody has waited for
    uint64_t m_asked = 0;      ///< number of the last one
};

} // namespace warplens::runtime
