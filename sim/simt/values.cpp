// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/values.h"

#include "sim/simt/liveness.h"
#include "sim/simt/origins.h"
#include "sim/simt/program.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <optional>

namespace warplens::sim::simt {
namespace {

using ptx::Family;
using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;

enum class Role : uint8_t {
    Computes,  ///< what it writes comes of what it reads, and that is all
    Exchanges, ///< likewise, and lanes meet
    Reads,     ///< constants and parameters, which no kernel writes
    Loads,
    Stores,
    Other, ///< everything that it reads may decide something
};

/// A carry passes from one instruction to the next beside the registers.
bool carries(const Instruction& in) {
    return in.has(Mod::cc) || in.opcode == Opcode::addc_ || in.opcode == Opcode::subc_ || in.opcode == Opcode::madc_;
}

Role roleOf(const Instruction& in) {
    if (!in.known)
        return Role::Other;
    switch (ptx::opcodeInfo(in.opcode).family) {
    case Family::Lane:
        return carries(in) ? Role::Other : Role::Computes;
    case Family::Warp:
        return Role::Exchanges;
    case Family::Matrix:
        if (in.opcode == Opcode::mma_ || (in.opcode == Opcode::wmma_ && in.has(Mod::mma)))
            return Role::Computes;
        return in.opcode == Opcode::ldmatrix_ ? Role::Loads : Role::Other;
    case Family::Memory:
        if (in.opcode == Opcode::ld_ || in.opcode == Opcode::ldu_)
            return in.has(Mod::param) || in.has(Mod::const_) ? Role::Reads : Role::Loads;
        if (in.opcode == Opcode::atom_) // what it does with memory matters where somebody needs what it gives
            return Role::Loads;
        return in.opcode == Opcode::st_ || in.opcode == Opcode::red_ ? Role::Stores : Role::Other;
    default:
        return Role::Other;
    }
}

class ValueFinder {
public:
    /// `origins`: where places lie, so that some may decide and others not. nullptr: none may.
    explicit ValueFinder(const ptx::Function& function, const Origins* origins = nullptr)
        : m_function(function)
        , m_origins(origins)
        , m_writers(function.registers.size())
        , m_needed(function.registers.size()) {
        for (const Instruction& in : function.instructions) {
            m_roles.push_back(roleOf(in));
            m_uses.push_back(registerUse(function, in));
            for (const uint32_t reg : m_uses.back().writes)
                m_writers[reg].push_back(static_cast<uint32_t>(m_uses.size() - 1));
        }
    }

    /// Nothing: what memory holds reaches an address or a branch.
    std::optional<std::vector<bool>> go() {
        std::vector<bool> left(m_roles.size());
        for (uint32_t n = 0; n < m_roles.size(); ++n)
            begin(n);
        while (!m_todo.empty()) {
            const uint32_t reg = m_todo.back();
            m_todo.pop_back();
            for (const uint32_t n : m_writers[reg])
                if (!follow(n))
                    return std::nullopt;
        }
        for (uint32_t n = 0; n < m_roles.size(); ++n) {
            const std::vector<uint32_t>& writes = m_uses[n].writes;
            left[n] = m_roles[n] == Role::Computes && !writes.empty() &&
                      std::none_of(writes.begin(), writes.end(), [&](uint32_t reg) { return m_needed[reg]; });
        }
        return left;
    }

    /// Of the places whose contents decide.
    Origins::Set deciding() const { return m_deciding; }
    /// Whether an instruction reaches one of them, or may do so.
    bool reaches(uint32_t n) const { return (placesOf(n) & (m_deciding | Origins::unknown)) != 0; }
    /// ... and no other.
    bool reachesNoOther(uint32_t n) const { return reaches(n) && (placesOf(n) & ~m_deciding) == 0; }

private:
    Origins::Set placesOf(uint32_t n) const {
        Origins::Set set = 0;
        for (const ptx::Operand& operand : m_function.operandsOf(m_function.instructions[n]))
            if (operand.kind == ptx::Operand::Kind::Address)
                set |= m_origins->of(&operand);
        return set;
    }

    /// What these places hold decides: so does what is stored there. False: that cannot be told.
    bool decide(Origins::Set places) {
        if (m_origins == nullptr || (places & Origins::unknown) != 0)
            return false;
        while ((places & ~m_deciding) != 0) {
            m_deciding |= places;
            for (uint32_t n = 0; n < m_roles.size(); ++n) {
                if (m_roles[n] == Role::Stores || m_roles[n] == Role::Loads) {
                    if (reaches(n)) // an atomic stores, too
                        needAll(n);
                } else if (isCopy(n)) { // all of its places, from and to
                    if (reaches(n))
                        places |= placesOf(n);
                } else if (!isHarmless(n)) {
                    return false;
                }
            }
            if ((places & Origins::unknown) != 0)
                return false;
        }
        return true;
    }
    bool isCopy(uint32_t n) const {
        const Instruction& in = m_function.instructions[n];
        return in.known && in.opcode == Opcode::cp_ && !in.has(Mod::bulk);
    }
    /// It changes no memory.
    bool isHarmless(uint32_t n) const {
        const Instruction& in = m_function.instructions[n];
        if (!in.known)
            return false;
        if (m_roles[n] != Role::Other)
            return true;
        const Family family = ptx::opcodeInfo(in.opcode).family;
        return family == Family::Lane || family == Family::Sync || family == Family::Memory ||
               (family == Family::Control && in.opcode != Opcode::call_);
    }

    void need(uint32_t reg) {
        if (m_needed[reg])
            return;
        m_needed[reg] = true;
        m_todo.push_back(reg);
    }
    void needAll(uint32_t instruction) {
        for (const uint32_t reg : m_uses[instruction].reads)
            need(reg);
    }

    /// What an instruction needs whoever needs what it writes.
    void begin(uint32_t n) {
        const Instruction& in = m_function.instructions[n];
        switch (m_roles[n]) {
        case Role::Computes:
            return;
        case Role::Other:
            needAll(n);
            return;
        case Role::Exchanges: // which lanes have to come
            if (const auto operands = m_function.operandsOf(in);
                !operands.empty() && operands.back().kind == ptx::Operand::Kind::Register)
                need(operands.back().id);
            break;
        case Role::Reads:
        case Role::Loads:
        case Role::Stores:
            if (const ptx::Operand* place = placeOf(m_function, in); place != nullptr && place->hasRegister)
                need(place->id);
            break;
        }
        if (in.guarded)
            need(in.guard);
    }

    /// Someone needs what it writes. False: that comes from memory, or from elsewhere.
    bool follow(uint32_t n) {
        switch (m_roles[n]) {
        case Role::Computes:
        case Role::Exchanges:
            needAll(n);
            return true;
        case Role::Reads:
            return true;
        case Role::Loads:
            needAll(n);
            return m_origins != nullptr && decide(placesOf(n));
        case Role::Stores:
            return false;
        case Role::Other:
            break;
        }
        const Family family = ptx::opcodeInfo(m_function.instructions[n].opcode).family;
        return m_function.instructions[n].known && (family == Family::Lane || family == Family::Sync);
    }

    const ptx::Function& m_function;
    const Origins* m_origins;
    Origins::Set m_deciding = 0;
    std::vector<Role> m_roles;
    std::vector<RegisterUse> m_uses;
    std::vector<std::vector<uint32_t>> m_writers;
    std::vector<bool> m_needed;
    std::vector<uint32_t> m_todo;
};

const Op* passOver(Machine&, const Op* op) {
    return op->target;
}

bool callsOthers(const ptx::Function& function) {
    return std::any_of(function.instructions.begin(), function.instructions.end(),
                       [](const Instruction& in) { return !in.known || in.opcode == Opcode::call_; });
}

} // namespace

std::vector<bool> onlyValues(const ptx::Function& function) {
    return ValueFinder(function).go().value_or(std::vector<bool>(function.instructions.size()));
}

bool memoryDecides(const ptx::Function& function) {
    return callsOthers(function) || !ValueFinder(function).go();
}

std::optional<DecidingMemory> decidingMemory(const ptx::Function& function) {
    if (callsOthers(function))
        return std::nullopt;
    const Origins origins(function);
    ValueFinder finder(function, &origins);
    std::optional<std::vector<bool>> left = finder.go();
    if (!left)
        return std::nullopt;
    DecidingMemory found;
    for (size_t n = 0; n < function.params.size(); ++n)
        found.parameters.push_back((finder.deciding() & origins.ofParameter(n)) != 0);
    for (uint32_t n = 0; n < function.instructions.size(); ++n) {
        found.instructions.push_back(finder.deciding() != 0 && finder.reaches(n));
        found.certain.push_back(finder.deciding() != 0 && finder.reachesNoOther(n));
    }
    found.values = std::move(*left);
    return found;
}

size_t leaveOutValues(Program& program, bool apart) {
    if (program.functions.size() != 1)
        return 0;
    const ptx::Function& function = *program.functions.front().source;
    std::optional<std::vector<bool>> left = ValueFinder(function).go();
    std::vector<bool> stays(function.instructions.size());
    if (!left && apart)
        if (std::optional<DecidingMemory> found = decidingMemory(function)) {
            left = std::move(found->values);
            stays = std::move(found->instructions);
        }
    if (!left)
        return 0;
    for (MemoryOp& memory : program.memoryOps)
        // What is constant may be an address, and a parameter mostly is.
        if (memory.kind != AccessKind::Atomic && !memory.constant && memory.space != AccessSpace::Param &&
            !stays[program.ops[memory.op].instruction])
            memory.moves = false;
    // From the end, so that a row of them is passed over at once. After the last operation of a block stands another one.
    for (size_t n = program.ops.size(); n-- > 1;) {
        Op& op = program.ops[n - 1];
        if (op.run == runEnter || !(*left)[op.instruction])
            continue;
        const Op* next = &program.ops[n];
        op.target = next->run == passOver ? next->target : next;
        op.run = passOver;
    }
    return static_cast<size_t>(std::count(left->begin(), left->end(), true));
}

} // namespace warplens::sim::simt
