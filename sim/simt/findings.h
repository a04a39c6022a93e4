// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes in a kernel that running it has brought to light, with all that it takes to explain them: who did what
// where, what ordered the threads before, and what is missing between them.
#pragma once

#include "sim/simt/dim3.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warplens::sim::simt {

enum class FindingKind : uint8_t {
#define WARPLENS_FINDING(name, text, summary) name,
#include "sim/simt/finding_kinds.def"
#undef WARPLENS_FINDING
};
/// As files and the command line spell it: "out-of-bounds" and so on.
std::string_view findingName(FindingKind kind);
/// What the kind is about, in a sentence.
std::string_view findingSummary(FindingKind kind);
/// All of them, in the order of the table.
std::vector<FindingKind> findingKinds();

/// A line of the CUDA source.
struct SourcePlace {
    std::string file;
    uint32_t line = 0; ///< 0: unknown
    auto operator<=>(const SourcePlace&) const = default;
};

/// Something that a thread passed before an access, which orders it with others.
struct OrderingEvent {
    enum class Kind : uint8_t { BlockBarrier, WarpBarrier, Fence };
    Kind kind{};
    SourcePlace place;
};

/// One of the accesses that a finding is about.
struct FindingAccess {
    std::string verb; ///< what the thread does: "reads", "writes", "adds to", "copies to"
    Dim3 block, thread;
    SourcePlace place;
    uint32_t ptxLine = 0;
    std::string element; ///< "tile[33]"
    uint64_t address = 0;
    uint32_t bytes = 0;
    std::optional<uint32_t> interval;  ///< barriers of the whole block that the thread had passed
    std::vector<OrderingEvent> before; ///< the last ones that the thread passed, in order
};

/// What would order two accesses.
struct MissingOrder {
    enum class Kind : uint8_t {
        BlockBarrier, ///< __syncthreads()
        WarpBarrier,  ///< __syncwarp()
        CopyWait,     ///< cp.async.wait_group, and a barrier
        Fence,        ///< __threadfence() beside what is there
        Atomic,       ///< nothing orders threads of different blocks: the access has to be atomic, or another kernel's
    };
    Kind kind{};
    SourcePlace beforeLine; ///< where it could stand: in front of this line
};

struct Finding {
    enum class Severity : uint8_t {
        Error,
        Note, ///< no mistake as such, but worth knowing
    };
    FindingKind kind{};
    Severity severity = Severity::Error;
    bool nobodys = false; ///< of no thread in particular: block and thread mean nothing
    bool benign = false;  ///< a race in which no order would have given another value with this data
    std::string file;     ///< of the CUDA source, where the compiler told
    uint32_t line = 0;    ///< 0: unknown
    uint32_t ptxLine = 0;
    Dim3 block, thread;       ///< of the first time
    uint64_t blockNumber = 0; ///< of the block in the grid
    uint64_t address = 0;     ///< 0 where there is none
    std::string message;      ///< one sentence
    std::string hint;         ///< how to repair it; may be empty
    std::string guess;        ///< on what of a guessed launch it hangs; mostly empty
    uint64_t times = 1;       ///< how often it happened at this instruction
    /// The access itself, where the finding is of one, and the one that it meets or that led to it.
    std::vector<FindingAccess> accesses;
    std::optional<MissingOrder> missing;

    SourcePlace place() const { return {file, line}; }
    bool isError() const { return severity == Severity::Error; }
};

/// How many of them are mistakes.
size_t errorsIn(const std::vector<Finding>& findings);

/// Collects findings of all threads of the simulation. The same kind at the same line, of two accesses at the same two
/// lines, is one finding, and the first block's is the one that is told.
class Findings {
public:
    void add(Finding finding);
    /// Forgets those that only blocks with larger numbers had: the kernel was over before.
    void keepUpTo(uint64_t blockNumber);
    void clear();
    std::vector<Finding> take();
    bool empty() const;
    /// Whether no block before this one has had something at that place, which is noted: what is told is the first block's.
    bool isFirstAt(const void* place, uint64_t blockNumber);

private:
    struct Key {
        FindingKind kind;
        SourcePlace here, there;
        uint32_t ptxLine; ///< where there are no lines of the source
        auto operator<=>(const Key&) const = default;
    };
    static Key keyOf(const Finding& finding);

    mutable std::mutex m_mutex;
    std::map<Key, Finding> m_findings;
    std::map<const void*, uint64_t> m_firstAt; ///< numbers of blocks
};

} // namespace warplens::sim::simt
