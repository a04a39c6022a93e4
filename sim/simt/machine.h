// SPDX-License-Identifier: GPL-3.0-or-later
// What the instruction handlers see: the decoded operation, and the state of the warp that executes it.
//
// Registers lie as vectors. A register of 32 bits or less is a slot of 32 x 4 bytes, one of 64 bits a slot of
// 32 x 8, lane after lane; a predicate is one 32-bit word with a bit for each lane. An operand is the byte
// offset of its slot in the window of the running function, so most instructions are a few vector operations.
// Constants, special registers and kernel parameters are slots that are filled before the first instruction.
//
// The handlers of sim/simt/lanes are compiled once for each instruction set of the host; this header is
// shared by all of them, so it holds no function that a compiler could emit out of line.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warplens::sim::memory {
struct Allocation;
enum class GlobalRule : uint8_t;
enum class SharedRule : uint8_t;
} // namespace warplens::sim::memory

namespace warplens::sim::simt {

struct Machine;
struct Op;

/// Executes one operation for the active lanes of one warp. Returns the operation to go on with, or nullptr when
/// the warp has to stop here (barrier, end, time slice over).
using Handler = const Op* (*)(Machine&, const Op*);

struct alignas(64) Op {
    Handler run = nullptr;
    uint32_t d = 0, a = 0, b = 0, c = 0; ///< slots
    uint32_t guard = 0;                  ///< predicate word; slot 0 is always true
    uint32_t guardFlip = 0;              ///< all ones for @!p
    int64_t imm = 0;
    union {
        const Op* target = nullptr; ///< of a branch
        uint64_t table;             ///< of lop3 and the like
    };
    uint32_t extra = 0;       ///< index of a MemoryOp, a call, ...; of Enter: the basic block
    uint32_t e = 0;           ///< one more slot
    uint32_t instruction = 0; ///< index into the PTX function's instructions
    uint16_t flags = 0;
    uint16_t function = 0; ///< index into Program::functions
};
static_assert(sizeof(Op) == 64 || sizeof(Op) == 128);

enum class AccessKind : uint8_t { Load, Store, Atomic };
enum class AccessSpace : uint8_t { Global, Shared, Local, Param, Generic };
enum class AtomicOp : uint8_t { Add, Min, Max, And, Or, Xor, Exch, Cas, Inc, Dec };

/// How the hardware issues what PTX writes as one memory instruction (see sim/sass).
enum class Issue : uint8_t {
    Own,    ///< as written
    Leader, ///< as one wider instruction, together with the followers
    Merged, ///< by its leader; no request of its own
};

/// Which values an atomic or a load works on, where the width alone does not tell.
enum class ValueKind : uint8_t { Unsigned, Signed, Float, Half2, Bfloat2, Half, Bfloat };

/// A memory instruction, decoded.
struct MemoryOp {
    AccessKind kind = AccessKind::Load;
    AccessSpace space = AccessSpace::Global;
    AtomicOp atomic = AtomicOp::Add;
    ValueKind value = ValueKind::Unsigned;
    uint8_t elementBytes = 4;  ///< of one register
    uint8_t count = 1;         ///< registers of a vector access
    bool address64 = false;    ///< width of the address register
    bool wideRegister = false; ///< the register is 64 bits and the element is not: a load extends
    bool noReturn = false;     ///< red: an atomic without an answer
    bool ordered = false;      ///< atomic, volatile, or with a memory order: meant to meet other threads
    bool isVolatile = false;   ///< ... by `volatile` alone
    bool acquires = false;     ///< ... and orders what comes after it
    bool releases = false;     ///< ... and what comes before it
    bool blockScope = false;   ///< ... for threads of the block only (.cta)
    bool clusterScope = false; ///< ... or of its cluster (.cluster), too
    bool asWritten = false;    ///< part of an instruction that the compiler leaves as it is: no merging
    bool lanesShare = false;   ///< an atomic that serves all lanes of one address at once
    bool constant = false;     ///< through the constant cache: none of the requests that are counted
    bool copies = false;       ///< the shared side of an asynchronous copy
    bool unheard = false;      ///< a load that need not hear of what the kernel itself writes: ld.global.nc
    bool passesL1 = false;     ///< either side of a copy that passes L1 by (.cg)
    bool knownShared = false;  ///< a generic access of which the compiler knew that it leads to shared memory
    /// ldmatrix, stmatrix and what becomes of them: requests, but no loads and stores to ncu, as an H200 showed.
    bool movesMatrices = false;
    /// Of shared::cluster: a generic instruction in machine code, whichever block it leads to.
    bool ofCluster = false;
    bool moves = true; ///< false: nobody asks what memory holds (values.h), its requests alone count
    Issue issue = Issue::Own;
    uint8_t requestBytes = 4;        ///< of each lane, as the hardware issues it
    memory::GlobalRule globalRule{}; ///< by which requests are counted ...
    memory::SharedRule sharedRule{}; ///< ... see sim/memory/architecture.h
    uint16_t globalPeriod = 128;     ///< a pattern's cost depends on its address only modulo so many bytes: a line ...
    uint16_t sharedPeriod = 4;       ///< ... or a word, where all banks are alike
    int32_t requestOffset = 0;       ///< from this instruction's address to the request's
    uint32_t registers[8]{}; ///< slots: loaded into, or stored from; of an atomic: operand b and c, or of a vector
                             ///< 0..3 operand b and 4..7 the destination
    uint32_t index = 0;      ///< into the counters
    uint32_t op = 0;         ///< into Program::ops
    uint32_t instruction = 0;
    uint16_t function = 0;
    uint8_t emptyLoads = 0;    ///< loads from shared memory under a predicate that never holds, put before it by the
                               ///< compiler: executed, and without a request
    int32_t executedWith = -1; ///< the block whose executions are this instruction's, where the machine code has a
                               ///< predicate in place of a branch; -1: it is executed with each of its requests
    bool hoisted = false;      ///< a load of one word, without the branch round it: each execution is a request
    /// Lanes that want the same word of shared memory take turns (docs/wavefronts.md).
    bool exclusive() const { return copies || (kind == AccessKind::Atomic && !lanesShare); }
};

/// What the hardware would have counted for one memory instruction.
struct MemoryCounters {
    uint64_t requests = 0;
    uint64_t sectors = 0;
    uint64_t sectorsIdeal = 0;
    uint64_t lines = 0;
    uint64_t l1Tags = 0, l1Data = 0; ///< see memory::GlobalCost
    uint64_t wavefronts = 0;
    uint64_t wavefrontsIdeal = 0;
    uint64_t bytesAsked = 0;         ///< by the active lanes together
    uint64_t genericShared = 0;      ///< those requests of a generic instruction that led to shared memory ...
    uint64_t genericSharedBytes = 0; ///< ... and what their lanes asked for
    bool operator==(const MemoryCounters&) const = default;
};

/// The last pattern of addresses that an instruction showed, relative to its first active lane, and what it costs.
/// A loop mostly repeats it at another place, and then neither the pattern nor its conflicts are worked out again.
struct alignas(64) Pattern {
    enum Shape : uint8_t { Unknown, Uniform, Contiguous, Scattered };

    int32_t delta[32]; ///< address - address of the first active lane; 0 for inactive lanes
    uint32_t mask;
    int32_t minimum, maximum; ///< of delta
    uint32_t lowBits;         ///< of all deltas ored together: misalignment within the pattern
    Shape shape;
    bool readOnly;
    uint16_t phase; ///< in shared memory: address of the first lane, modulo the period, for which the costs are known
    uint16_t wavefronts, wavefrontsIdeal;
    uint64_t base, end; ///< the array that was found last ...
    std::byte* host;    ///< ... and where it lies; nullptr: none

    /// In global memory a loop that walks along an array meets the same few phases again and again: what they cost is
    /// kept, each at the place that `phase / 4` modulo their number names.
    static constexpr uint32_t phasesKept = 32;
    struct GlobalPrice {
        uint16_t sectors, sectorsIdeal, lines;
        uint8_t l1Tags, l1Data;
    };
    uint16_t pricedPhase[phasesKept]; ///< 0xffff: none
    GlobalPrice price[phasesKept];
};

struct Warp;
class Block;

/// Sees each request of a block whose steps are recorded.
struct AccessObserver;

struct Machine {
    std::byte* registers = nullptr; ///< window of the running function
    uint32_t active = 0;            ///< lanes that execute
    int32_t slice = 0;              ///< basic blocks until another warp has its turn
    const Op* reconverge = nullptr; ///< where the running lanes wait for their siblings
    uint64_t* executions = nullptr; ///< per basic block of the program
    Pattern* patterns = nullptr;    ///< per memory operation
    MemoryCounters* counters = nullptr;
    const MemoryOp* memoryOps = nullptr;
    std::byte* shared = nullptr;
    uint64_t sharedBytes = 0;
    AccessObserver* observer = nullptr;
    Warp* warp = nullptr;
    Block* block = nullptr;
    uint64_t clock = 0;
    bool counting = true; ///< false: requests cost nothing
};

/// The lanes that execute an operation: those of the active ones that its guard lets.
inline uint32_t lanesOf(const Machine& m, const Op* op) {
    return m.active & (*reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip);
}

} // namespace warplens::sim::simt
