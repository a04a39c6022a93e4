// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the PTX of a kernel and of the functions it may call into operations. Each family of opcodes.def has its
// function below; what is computed for one lane is found by name in sim/simt/lanes.
#include "sim/simt/lowering.h"
#include "sim/simt/system_call.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_set>

namespace warplens::sim::simt {

// ---- slots ----------------------------------------------------------------------------------------------------

uint32_t FunctionLowerer::extra(uint32_t bytes) {
    const uint32_t at = (m_windowEnd + 63) / 64 * 64;
    m_windowEnd = at + bytes;
    return at;
}

// Constants lie behind everything else, in one piece that is copied when a window is opened. Where that begins is known
// only in the end: until then their offsets carry this mark.
constexpr uint32_t constantMark = 0x8000'0000u;

uint32_t FunctionLowerer::constant(uint64_t bits, bool wide) {
    if (!wide)
        bits &= 0xffffffffu;
    const auto [place, isNew] = m_constants.try_emplace({bits, wide}, static_cast<uint32_t>(m_image.size()));
    if (isNew) {
        const size_t at = m_image.size();
        m_image.resize(at + (wide ? wideSlotBytes : slotBytes));
        for (size_t lane = 0; lane < 32; ++lane)
            std::memcpy(m_image.data() + at + lane * (wide ? 8 : 4), &bits, wide ? 8 : 4);
    }
    return constantMark | place->second;
}

uint32_t FunctionLowerer::special(Special what, bool wide) {
    const auto [place, isNew] = m_specials.try_emplace({what, wide}, 0);
    if (isNew) {
        place->second = extra(wide ? wideSlotBytes : slotBytes);
        m_program.functions[m_index].specials.push_back({what, place->second, wide});
    }
    return place->second;
}

uint32_t FunctionLowerer::registerSlot(const Instruction& in, const Operand& operand, bool predicate) const {
    if (operand.kind != Operand::Kind::Register)
        refuse(in, predicate ? "a predicate is expected" : "a register is expected");
    if ((registerType(operand) == Type::pred) != predicate)
        refuse(in, fmt::format("{} is {}", m_function.registerName(operand.id),
                               predicate ? "no predicate" : "a predicate, where a value is expected"));
    return m_slots.offset[operand.id];
}

uint32_t FunctionLowerer::specialRegister(const Instruction& in, std::string_view name, bool wide) {
    struct Row {
        std::string_view name;
        Special what;
    };
    static constexpr Row rows[] = {
        {"%tid.x", Special::TidX},
        {"%tid.y", Special::TidY},
        {"%tid.z", Special::TidZ},
        {"%ntid.x", Special::NtidX},
        {"%ntid.y", Special::NtidY},
        {"%ntid.z", Special::NtidZ},
        {"%ctaid.x", Special::CtaidX},
        {"%ctaid.y", Special::CtaidY},
        {"%ctaid.z", Special::CtaidZ},
        {"%nctaid.x", Special::NctaidX},
        {"%nctaid.y", Special::NctaidY},
        {"%nctaid.z", Special::NctaidZ},
        {"%laneid", Special::LaneId},
        {"%warpid", Special::WarpId},
        {"%nwarpid", Special::NwarpId},
        {"%smid", Special::SmId},
        {"%nsmid", Special::NsmId},
        {"%gridid", Special::GridId},
        {"%lanemask_eq", Special::LanemaskEq},
        {"%lanemask_le", Special::LanemaskLe},
        {"%lanemask_lt", Special::LanemaskLt},
        {"%lanemask_ge", Special::LanemaskGe},
        {"%lanemask_gt", Special::LanemaskGt},
        {"%dynamic_smem_size", Special::DynamicSmemSize},
        {"%total_smem_size", Special::TotalSmemSize},
        {"%aggr_smem_size", Special::TotalSmemSize},
        {"%cluster_ctarank", Special::ClusterCtaRank},
        {"%cluster_nctarank", Special::ClusterNctaRank},
        // Every block is a cluster of its own (PTX ISA 9.0, 10.22 and the sections that follow).
        {"%cluster_ctaid.x", Special::Zero},
        {"%cluster_ctaid.y", Special::Zero},
        {"%cluster_ctaid.z", Special::Zero},
        {"%cluster_nctaid.x", Special::ClusterNctaRank},
        {"%cluster_nctaid.y", Special::ClusterNctaRank},
        {"%cluster_nctaid.z", Special::ClusterNctaRank},
        {"%clusterid.x", Special::CtaidX},
        {"%clusterid.y", Special::CtaidY},
        {"%clusterid.z", Special::CtaidZ},
        {"%nclusterid.x", Special::NctaidX},
        {"%nclusterid.y", Special::NctaidY},
        {"%nclusterid.z", Special::NctaidZ},
    };
    if (name.find("cluster") != std::string_view::npos)
        requireSingleBlocks(in);
    for (const Row& row : rows)
        if (row.name == name)
            return special(row.what, wide);
    if (name == "%envreg1" || name == "%envreg2") // where the driver puts the barrier of the grid
        refuse(in, "Warplens does not run cooperative launches, whose blocks wait for each other with grid.sync()");
    if (name.starts_with("%envreg") || name.starts_with("%pm") || name == "%current_graph_exec")
        return special(Special::Zero, wide);
    if (name.starts_with("%reserved_smem_offset_"))
        return constant(name.ends_with("cap")   ? ProgramLowerer::reservedSharedBytes
                        : name.ends_with("end") ? ProgramLowerer::reservedShared() + ProgramLowerer::reservedSharedBytes
                                                : ProgramLowerer::reservedShared(),
                        wide);
    refuse(in, fmt::format("Warplens does not know the special register {}", name));
}

// A kernel that says nothing of clusters may be launched without them: every block is a cluster of its own then.
void FunctionLowerer::requireSingleBlocks(const Instruction& in) const {
    const auto& blocks = m_program.functions.front().source->clusterBlocks;
    if (blocks[0] * blocks[1] * blocks[2] > 1)
        refuse(in, "Warplens runs every block as a cluster of its own: no block reaches the shared memory of another");
}

std::optional<uint64_t> FunctionLowerer::symbolAddress(const Instruction& in, const Operand& operand,
                                                       Space& space) const {
    const ptx::Variable* variable = nullptr;
    if (operand.variable >= 0) {
        variable = &m_function.variables[static_cast<size_t>(operand.variable)];
    } else {
        uint64_t offset = 0;
        for (const ptx::Variable& parameter : m_function.params) {
            offset = (offset + parameter.align - 1) / parameter.align * parameter.align;
            if (parameter.name == operand.name) {
                variable = &parameter;
                if (m_function.isEntry) {
                    space = Space::Param;
                    return offset + static_cast<uint64_t>(operand.offset);
                }
            }
            offset += parameter.bytes;
        }
        for (const ptx::Variable& result : m_function.returns)
            if (result.name == operand.name)
                variable = &result;
    }
    if (variable != nullptr && (variable->space == Space::Local || variable->space == Space::Param)) {
        space = Space::Local;
        return m_frame.at(variable) + static_cast<uint64_t>(operand.offset);
    }
    if (variable == nullptr)
        variable = m_owner.moduleVariable(operand.name);
    if (variable != nullptr && variable->space == Space::Shared) {
        space = Space::Shared;
        return *m_owner.sharedAddress(variable) + static_cast<uint64_t>(operand.offset);
    }
    if (const auto global = m_owner.moduleAddress(operand.name)) {
        space = variable != nullptr ? variable->space : Space::Global;
        return *global + static_cast<uint64_t>(operand.offset);
    }
    if (const int32_t function = m_owner.functionIndex(operand.name); function >= 0) {
        space = Space::Register;
        return functionHandles | static_cast<uint64_t>(function + 1);
    }
    refuse(in, fmt::format("'{}' is declared nowhere", operand.name));
}

uint32_t FunctionLowerer::source(const Instruction& in, const Operand& operand, Type type) {
    const bool wide = ptx::typeBytes(type) > 4;
    if (ptx::typeBytes(type) > 8 && operand.kind != Operand::Kind::Register)
        refuse(in, "a register of 128 bits is expected");
    switch (operand.kind) {
    case Operand::Kind::Register: {
        const uint32_t slot = registerSlot(in, operand, type == Type::pred);
        if (type != Type::pred && slotSize(registerType(operand)) != slotSize(type))
            refuse(in, fmt::format("the register {} has the type .{}, which does not fit .{}",
                                   m_function.registerName(operand.id), ptx::typeName(registerType(operand)),
                                   ptx::typeName(type)));
        return slot;
    }
    case Operand::Kind::Integer:
        return constant(operand.bits, wide);
    case Operand::Kind::Float32:
        if (type == Type::f64)
            return constant(std::bit_cast<uint64_t>(double(std::bit_cast<float>(static_cast<uint32_t>(operand.bits)))),
                            true);
        return constant(operand.bits, wide);
    case Operand::Kind::Float64:
        if (type == Type::f32)
            return constant(std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits))), false);
        return constant(operand.bits, wide);
    case Operand::Kind::Special:
        return specialRegister(in, operand.name, wide);
    case Operand::Kind::Symbol: {
        Space space{};
        const uint64_t value = *symbolAddress(in, operand, space);
        if (space == Space::Local && !m_function.isEntry)
            refuse(in, "the address of a local variable is expected in mov only");
        return constant(value, wide);
    }
    default:
        refuse(in, "a register or a constant is expected");
    }
}

uint32_t FunctionLowerer::destination(const Instruction& in, const Operand& operand, Type type) {
    const bool wide = ptx::typeBytes(type) > 4;
    if (operand.kind == Operand::Kind::Sink)
        return ptx::typeBytes(type) > 8 ? extra(widestSlotBytes) : temporary(wide);
    const uint32_t slot = registerSlot(in, operand, type == Type::pred);
    if (type != Type::pred && slotSize(registerType(operand)) != slotSize(type))
        refuse(in, fmt::format("the register {} has the type .{}, which does not fit .{}",
                               m_function.registerName(operand.id), ptx::typeName(registerType(operand)),
                               ptx::typeName(type)));
    return slot;
}

Address FunctionLowerer::address(const Instruction& in, const Operand& operand, Space* found) {
    if (operand.kind != Operand::Kind::Address)
        refuse(in, "an address in [ ] is expected");
    if (operand.negated)
        refuse(in, "only tensors and textures have coordinates");
    Address result;
    result.offset = operand.offset;
    if (operand.hasRegister) {
        const Type type = m_function.registers[operand.id].type;
        if (type == Type::pred || ptx::typeBytes(type) < 4)
            refuse(in, "an address has 32 or 64 bits");
        result.wide = ptx::typeBytes(type) == 8;
        result.slot = m_slots.offset[operand.id];
        return result;
    }
    result.wide = true;
    if (operand.name.empty()) {
        result.slot = constant(0, true);
        return result;
    }
    Space space{};
    const uint64_t value = *symbolAddress(in, operand, space);
    if (found != nullptr)
        *found = space;
    result.offset = static_cast<int64_t>(value);
    // Local memory is seen from the function's frame.
    result.slot = space == Space::Local && !m_function.isEntry ? special(Special::Frame, true) : constant(0, true);
    return result;
}

// ---- operations ---------------------------------------------------------------------------------------------------

Op& FunctionLowerer::emit(const Instruction& in, Handler handler) {
    Op& op = m_program.ops.emplace_back();
    op.run = handler;
    op.function = m_index;
    op.instruction = static_cast<uint32_t>(&in - m_function.instructions.data());
    if (in.guarded) {
        if (m_function.registers[in.guard].type != Type::pred)
            refuse(in, "its guard is no predicate");
        op.guard = m_slots.offset[in.guard];
        op.guardFlip = in.guardNegated ? 0xffffffffu : 0;
    }
    return op;
}

void FunctionLowerer::emitLane(const Instruction& in, const LaneKey& key, uint32_t d, uint32_t a, uint32_t b,
                               uint32_t c) {
    const Handler handler = lanes().select(key);
    if (handler == nullptr)
        refuse(in, "Warplens does not know this combination of types and modifiers");
    Op& op = emit(in, handler);
    op.d = d;
    op.a = a;
    op.b = b;
    op.c = c;
}

void FunctionLowerer::setTarget(uint32_t block, int32_t meeting) {
    m_fixups.push_back({static_cast<uint32_t>(m_program.ops.size() - 1), static_cast<int32_t>(block), meeting});
}

// A guarded instruction that stops its lanes: those that it leaves out go round it and meet the others behind.
void FunctionLowerer::skipUnlessGuard(const Instruction& in, uint32_t block) {
    if (!in.guarded)
        return;
    Op& op = emit(in, runBranch);
    op.guardFlip = ~op.guardFlip;
    setTarget(block + 1, static_cast<int32_t>(block + 1));
}

std::span<const Operand> FunctionLowerer::operands(const Instruction& in, size_t minimum, size_t maximum) const {
    const auto list = m_function.operandsOf(in);
    if (list.size() < minimum || list.size() > maximum)
        refuse(in, fmt::format("it has {} operands instead of {}", list.size(), ptx::opcodeInfo(in.opcode).operands));
    return list;
}

// ---- lane instructions ----------------------------------------------------------------------------------------------

static Round takeRound(Mods& mods) {
    if (mods.take(Mod::rz) | mods.take(Mod::rzi))
        return Round::Zero;
    if (mods.take(Mod::rm) | mods.take(Mod::rmi))
        return Round::Down;
    if (mods.take(Mod::rp) | mods.take(Mod::rpi))
        return Round::Up;
    if (mods.take(Mod::rna))
        return Round::NearestAway;
    if (mods.take(Mod::rn) | mods.take(Mod::rni))
        return Round::Nearest;
    return Round::Unspecified;
}

static Compare takeCompare(Mods& mods, bool isUnsigned) {
    struct Row {
        Mod mod;
        Compare compare;
    };
    static constexpr Row rows[] = {
        {Mod::eq, Compare::Eq},   {Mod::ne, Compare::Ne},   {Mod::lt, Compare::Lt},   {Mod::le, Compare::Le},
        {Mod::gt, Compare::Gt},   {Mod::ge, Compare::Ge},   {Mod::equ, Compare::Equ}, {Mod::neu, Compare::Neu},
        {Mod::ltu, Compare::Ltu}, {Mod::leu, Compare::Leu}, {Mod::gtu, Compare::Gtu}, {Mod::geu, Compare::Geu},
        {Mod::num, Compare::Num}, {Mod::nan, Compare::Nan},
    };
    for (const Row& row : rows)
        if (mods.take(row.mod))
            return row.compare;
    if (isUnsigned) { // lower, lower or same, higher, higher or same
        if (mods.take(Mod::lo))
            return Compare::Lt;
        if (mods.take(Mod::ls))
            return Compare::Le;
        if (mods.take(Mod::hi))
            return Compare::Gt;
        if (mods.take(Mod::hs))
            return Compare::Ge;
    }
    return Compare::None;
}

static Combine takeCombine(Mods& mods) {
    return mods.take(Mod::and_)   ? Combine::And
           : mods.take(Mod::or_)  ? Combine::Or
           : mods.take(Mod::xor_) ? Combine::Xor
                                  : Combine::None;
}

static Type doubled(Type type) {
    switch (type) {
    case Type::u16:
        return Type::u32;
    case Type::s16:
        return Type::s32;
    case Type::u32:
        return Type::u64;
    case Type::s32:
        return Type::s64;
    default:
        return type;
    }
}

static bool isPair(Type type) {
    return type == Type::f16x2 || type == Type::bf16x2 || type == Type::e4m3x2 || type == Type::e5m2x2;
}

/// What set gives where the comparison holds: 1.0, or all ones; of two halves in each half.
static uint64_t setResult(Type type, bool pair) {
    const uint64_t half = type == Type::f16 || type == Type::f16x2     ? 0x3c00
                          : type == Type::bf16 || type == Type::bf16x2 ? 0x3f80
                                                                       : 0xffff;
    if (pair || ptx::typeBytes(type) == 2)
        return half | half << 16;
    return type == Type::f32 ? 0x3f800000 : 0xffffffff;
}

void FunctionLowerer::lowerPredicateLogic(const Instruction& in) {
    const auto list = m_function.operandsOf(in);
    const bool alone = list.size() == 2 && list[1].kind == Operand::Kind::Special && // which no kernel of ours is
                       list[1].name == "%is_explicit_cluster";
    if (alone)
        requireSingleBlocks(in);
    const auto pred = [&](const Operand& operand) {
        if (alone)
            return 0u;
        if (operand.kind == Operand::Kind::Integer) { // mov.pred p, 1
            // A predicate constant: the true predicate, or its complement by flag.
            return 0u;
        }
        return registerSlot(in, operand, true);
    };
    Mods(in).finish();
    Handler handler = nullptr;
    switch (in.opcode) {
    case Opcode::mov_:
        handler = runMovePredicate;
        break;
    case Opcode::not_:
        handler = runNotPredicate;
        break;
    case Opcode::and_:
        handler = runAndPredicate;
        break;
    case Opcode::or_:
        handler = runOrPredicate;
        break;
    case Opcode::xor_:
        handler = runXorPredicate;
        break;
    default:
        refuse(in, "it does not exist for predicates");
    }
    const bool binary = in.opcode == Opcode::and_ || in.opcode == Opcode::or_ || in.opcode == Opcode::xor_;
    operands(in, binary ? 3 : 2, binary ? 3 : 2);
    const uint32_t d = registerSlot(in, list[0], true), a = pred(list[1]), b = binary ? pred(list[2]) : 0;
    Op& op = emit(in, handler);
    op.d = d;
    op.a = a;
    op.b = b;
    if (alone || (in.opcode == Opcode::mov_ &&
                  (list[1].negated || (list[1].kind == Operand::Kind::Integer && list[1].bits == 0))))
        op.imm = 0xffffffff;
}

/// mov.b128: both halves, each of which may stand alone.
void FunctionLowerer::lowerWidestMove(const Instruction& in) {
    const auto list = operands(in, 2, 2);
    const auto halves = [&](const Operand& operand, bool written) -> std::array<uint32_t, 2> {
        if (operand.kind == Operand::Kind::Vector) {
            const auto elements = m_function.elementsOf(operand);
            if (elements.size() != 2)
                refuse(in, "two registers of 64 bits are expected");
            return {written ? destination(in, elements[0], Type::b64) : source(in, elements[0], Type::b64),
                    written ? destination(in, elements[1], Type::b64) : source(in, elements[1], Type::b64)};
        }
        const uint32_t slot = written ? destination(in, operand, Type::b128) : source(in, operand, Type::b128);
        return {slot, slot + wideSlotBytes};
    };
    const auto d = halves(list[0], true), a = halves(list[1], false);
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = Type::b64;
    for (size_t i = 0; i < 2; ++i)
        emitLane(in, key, d[i], a[i]);
}

void FunctionLowerer::lowerMove(const Instruction& in) {
    const auto list = operands(in, 2, 2);
    Mods(in).finish();
    const Type type = in.type();
    if (type == Type::pred)
        return lowerPredicateLogic(in);
    if (type == Type::b128)
        return lowerWidestMove(in);
    const bool wide = ptx::typeBytes(type) == 8;
    const auto vectorSlots = [&](const Operand& vector, bool writes, uint32_t(&slots)[4], uint32_t& sunk) {
        const auto elements = m_function.elementsOf(vector);
        if (elements.size() != 2 && elements.size() != 4)
            refuse(in, "a vector of 2 or 4 registers is expected");
        const unsigned bytes = ptx::typeBytes(type) / static_cast<unsigned>(elements.size());
        const Type part = bytes == 1 ? Type::b8 : bytes == 2 ? Type::b16 : Type::b32;
        if (bytes == 0 || bytes > 4)
            refuse(in, "Warplens does not know this vector");
        for (size_t i = 0; i < elements.size(); ++i) {
            if (writes && elements[i].kind == Operand::Kind::Sink)
                sunk |= 1u << i;
            else
                slots[i] = writes ? destination(in, elements[i], part) : source(in, elements[i], part);
        }
        return static_cast<uint16_t>(bytes | elements.size() << 4);
    };
    if (list[0].kind == Operand::Kind::Vector) {
        uint32_t slots[4]{}, sunk = 0;
        const uint16_t shape = vectorSlots(list[0], true, slots, sunk);
        const uint32_t a = source(in, list[1], type);
        Op& op = emit(in, runSplit);
        op.flags = shape;
        op.a = a;
        op.d = slots[0];
        op.b = slots[1];
        op.c = slots[2];
        op.e = slots[3];
        op.imm = sunk;
        return;
    }
    if (list[1].kind == Operand::Kind::Vector) {
        uint32_t slots[4]{}, sunk = 0;
        const uint16_t shape = vectorSlots(list[1], false, slots, sunk);
        const uint32_t d = destination(in, list[0], type);
        Op& op = emit(in, runMerge);
        op.flags = shape;
        op.d = d;
        op.a = slots[0];
        op.b = slots[1];
        op.c = slots[2];
        op.e = slots[3];
        return;
    }
    const uint32_t d = destination(in, list[0], type);
    if (list[1].kind == Operand::Kind::Special &&
        (list[1].name.starts_with("%clock") || list[1].name.starts_with("%globaltimer"))) {
        emit(in, wide ? runClock64 : runClock32).d = d;
        return;
    }
    if (list[1].kind == Operand::Kind::Symbol && !m_function.isEntry) {
        Space space{};
        const uint64_t value = *symbolAddress(in, list[1], space);
        if (space == Space::Local) { // relative to the frame
            LaneKey key;
            key.opcode = Opcode::add_;
            key.type = wide ? Type::u64 : Type::u32;
            emitLane(in, key, d, special(Special::Frame, wide), constant(value, wide));
            return;
        }
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    emitLane(in, key, d, source(in, list[1], type));
}

void FunctionLowerer::lowerAddressConversion(const Instruction& in) {
    const auto list = operands(in, 2, 2);
    Mods mods(in);
    const bool back = mods.take(Mod::to);
    uint64_t window = 0;
    if (mods.take(Mod::shared) | mods.take(Mod::shared_cta) | mods.take(Mod::shared_cluster))
        window = memory::sharedWindow;
    else if (mods.take(Mod::local))
        window = memory::localWindow;
    else if (mods.take(Mod::param) | mods.take(Mod::param_entry))
        window = memory::paramWindow;
    else if (!(mods.take(Mod::global) | mods.take(Mod::const_)))
        refuse(in, "a state space is expected");
    mods.finish();
    LaneKey key;
    if (in.opcode == Opcode::isspacep_) {
        // Whether the address lies in the window; global is what lies in none of them.
        const bool global = window == 0;
        const uint64_t first = global ? memory::sharedWindow : window;
        const uint64_t length = global ? 3 * memory::windowBytes : memory::windowBytes;
        key.opcode = Opcode::sub_;
        key.type = Type::u64;
        emitLane(in, key, temporary(true), source(in, list[1], Type::u64), constant(first, true));
        key.opcode = Opcode::setp_;
        key.type = Type::pred;
        key.source = Type::u64;
        key.compare = global ? Compare::Ge : Compare::Lt;
        if (in.has(Mod::const_)) { // constants lie in global memory
            key.compare = Compare::Lt;
            emitLane(in, key, registerSlot(in, list[0], true), temporary(true), constant(0, true));
        } else {
            emitLane(in, key, registerSlot(in, list[0], true), temporary(true), constant(length, true));
        }
        return;
    }
    if (in.type() != Type::u64)
        refuse(in, "addresses have 64 bits");
    const uint32_t d = destination(in, list[0], Type::u64);
    const bool local = list[1].kind == Operand::Kind::Symbol && !m_function.isEntry && window == memory::localWindow;
    const uint32_t a = local ? special(Special::Frame, true) : source(in, list[1], Type::u64);
    key.type = Type::u64;
    if (window == 0) {
        key.opcode = Opcode::mov_;
        emitLane(in, key, d, a);
        return;
    }
    if (local) {
        Space space{};
        window += *symbolAddress(in, list[1], space);
    }
    key.opcode = back ? Opcode::sub_ : Opcode::add_;
    emitLane(in, key, d, a, constant(window, true));
}

/// mapa, getctarank: the only block of the cluster is this one.
void FunctionLowerer::lowerClusterAddress(const Instruction& in) {
    requireSingleBlocks(in);
    const bool map = in.opcode == Opcode::mapa_;
    const auto list = operands(in, map ? 3 : 2, map ? 3 : 2);
    Mods mods(in);
    mods.ignore(Mod::shared_cluster);
    mods.finish();
    const Type type = map ? in.type() : Type::u32;
    const bool wide = ptx::typeBytes(type) == 8;
    uint32_t from = constant(0, wide);
    if (map && list[1].kind == Operand::Kind::Symbol) {
        Space space{};
        from = constant(*symbolAddress(in, list[1], space), wide);
    } else if (map) {
        from = source(in, list[1], type);
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    emitLane(in, key, destination(in, list[0], type), from);
}

uint32_t FunctionLowerer::negated(const Instruction& in, Type type, uint32_t slot, uint32_t into) {
    LaneKey key;
    key.opcode = Opcode::neg_;
    key.type = key.source = type;
    emitLane(in, key, into, slot);
    return into;
}

/// A product that is computed with its sum, or such a sum (see contract.h).
bool FunctionLowerer::lowerContracted(const Instruction& in) {
    const auto index = static_cast<uint32_t>(&in - m_function.instructions.data());
    const Type type = in.type();
    const bool wide = ptx::typeBytes(type) > 4;
    if (const auto product = m_contracted.products.find(index); product != m_contracted.products.end()) {
        const auto list = operands(in, 3, 3);
        for (const bool second : {false, true})
            if (second ? product->second.keepB : product->second.keepA) {
                LaneKey copy;
                copy.opcode = Opcode::mov_;
                copy.type = copy.source = wide ? Type::b64 : Type::b32;
                const uint32_t slot = extra(wide ? wideSlotBytes : slotBytes);
                emitLane(in, copy, slot, source(in, list[second ? 2 : 1], type));
                m_kept[{index, second}] = slot;
            }
        return product->second.gone;
    }
    const auto sum = m_contracted.sums.find(index);
    if (sum == m_contracted.sums.end())
        return false;
    const Contraction& made = sum->second;
    const auto factor = [&](const Operand& operand, bool second) {
        const auto kept = m_kept.find({made.product, second});
        return kept != m_kept.end() ? kept->second : source(in, operand, type);
    };
    uint32_t a = factor(made.a, false), c = source(in, made.c, type);
    const uint32_t b = factor(made.b, true), d = destination(in, operands(in, 3, 3)[0], type);
    if (made.negatesProduct)
        a = negated(in, type, a, temporary(wide));
    if (made.negatesAddend)
        c = negated(in, type, c, made.negatesProduct ? extra(wide ? wideSlotBytes : slotBytes) : temporary(wide));
    Mods mods(in);
    LaneKey key;
    key.opcode = Opcode::fma_;
    key.type = key.source = type;
    key.round = Round::Nearest;
    key.flush = mods.take(Mod::ftz);
    key.saturate = mods.take(Mod::sat);
    mods.finish();
    emitLane(in, key, d, a, b, c);
    return true;
}

static bool isScalarVideo(Opcode opcode) {
    return opcode >= Opcode::vadd_ && opcode <= Opcode::vset_;
}

/// vadd and its kin: of each operand a part, the operation, saturation, a second operation, and where the result goes.
void FunctionLowerer::lowerVideo(const Instruction& in) {
    Mods mods(in);
    const bool compares = in.opcode == Opcode::vset_, multiplies = in.opcode == Opcode::vmad_;
    const bool shifts = in.opcode == Opcode::vshl_ || in.opcode == Opcode::vshr_;
    if (in.typeCount != (compares ? 2 : 3))
        refuse(in, compares ? "it needs two types" : "it needs three types");
    const Type d = compares ? Type::u32 : in.type(0), a = in.type(compares ? 0 : 1), b = in.type(compares ? 1 : 2);
    for (const Type type : {d, a, b})
        if (type != Type::u32 && type != Type::s32)
            refuse(in, "its types are .u32 and .s32");
    const auto list = operands(in, multiplies ? 4 : 3, 4);
    const auto part = [&](const Operand& operand) -> uint64_t {
        static constexpr std::string_view names[] = {"b0", "b1", "b2", "b3", "h0", "h1"};
        for (uint64_t i = 0; i < std::size(names); ++i)
            if (operand.kind == Operand::Kind::Register && operand.name == names[i])
                return i + 1;
        return 0;
    };
    uint64_t operation = static_cast<uint64_t>(in.opcode) - static_cast<uint64_t>(Opcode::vadd_);
    uint64_t extra = 0; // the comparison, the distance of vmad's shift, or whether vshl clamps
    if (compares) {
        extra = static_cast<uint64_t>(takeCompare(mods, true));
        if (extra == 0)
            refuse(in, "a comparison is missing");
    } else if (multiplies) {
        extra = mods.take(Mod::shr7) ? 7 : mods.take(Mod::shr15) ? 15 : 0;
    } else if (shifts) {
        extra = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
    }
    const bool saturates = mods.take(Mod::sat);
    const uint64_t second = mods.take(Mod::add)               ? scalarVideoAdd
                            : mods.take(Mod::min)             ? scalarVideoMin
                            : mods.take(Mod::max)             ? scalarVideoMax
                            : list.size() == 4 && !multiplies ? scalarVideoMerge
                                                              : scalarVideoNone;
    mods.finish();
    if (!multiplies && (second != scalarVideoNone) != (list.size() == 4))
        refuse(in, "a fourth operand goes with a second operation or a part of the result");
    if (second == scalarVideoMerge && part(list[0]) == 0)
        refuse(in, "a fourth operand goes with a second operation or a part of the result");
    const uint32_t sd = destination(in, list[0], Type::b32), sa = source(in, list[1], a), sb = source(in, list[2], b);
    const uint32_t sc = list.size() == 4 ? source(in, list[3], Type::b32) : constant(0, false);
    LaneKey key;
    key.opcode = in.opcode;
    key.type = d;
    emitLane(in, key, sd, sa, sb, sc);
    Op& op = m_program.ops.back();
    op.flags = static_cast<uint16_t>(operation | (ptx::isSigned(a) ? videoSignedA : 0) |
                                     (ptx::isSigned(b) ? videoSignedB : 0) | (ptx::isSigned(d) ? videoSignedD : 0) |
                                     (saturates ? videoSaturate : 0));
    op.table = part(list[1]) | part(list[2]) << 4 | part(list[0]) << 8 | second << 12 | extra << 16;
}

void FunctionLowerer::lowerLane(const Instruction& in) {
    if (lowerContracted(in))
        return;
    switch (in.opcode) {
    case Opcode::mov_:
        return lowerMove(in);
    case Opcode::cvta_:
    case Opcode::isspacep_:
        return lowerAddressConversion(in);
    case Opcode::mapa_:
    case Opcode::getctarank_:
        return lowerClusterAddress(in);
    case Opcode::vadd_:
    case Opcode::vsub_:
    case Opcode::vabsdiff_:
    case Opcode::vmin_:
    case Opcode::vmax_:
    case Opcode::vshl_:
    case Opcode::vshr_:
    case Opcode::vmad_:
    case Opcode::vset_:
        return lowerVideo(in);
    default:
        break;
    }
    if (in.type() == Type::pred)
        return lowerPredicateLogic(in);

    Mods mods(in);
    LaneKey key;
    key.opcode = in.opcode;
    key.type = in.type();
    key.source = in.typeCount > 1 ? in.type(1) : in.type();
    const bool isFloat = ptx::isFloat(key.type);
    key.flush = mods.take(Mod::ftz);
    key.saturate = mods.take(Mod::sat);
    key.nan = mods.take(Mod::NaN);
    key.relu = mods.take(Mod::relu);
    key.xorSign = mods.take(Mod::xorsign);
    if (key.xorSign && !mods.take(Mod::abs_))
        refuse(in, ".xorsign goes with .abs");
    key.carryOut = mods.take(Mod::cc);
    key.carryIn = in.opcode == Opcode::addc_ || in.opcode == Opcode::subc_ || in.opcode == Opcode::madc_;
    uint16_t flags = 0;
    uint64_t table = 0;
    const Type type = key.type;
    // The types in which the operands are read; the destination is `d`.
    Type d = type, a = type, b = type, c = type, e = Type::u32;
    size_t count = 2;

    switch (in.opcode) {
    case Opcode::add_:
    case Opcode::sub_:
    case Opcode::mul_:
    case Opcode::mad_:
    case Opcode::fma_:
    case Opcode::div_:
    case Opcode::mul24_:
    case Opcode::mad24_:
    case Opcode::addc_:
    case Opcode::subc_:
    case Opcode::madc_: {
        count = in.opcode == Opcode::mad_ || in.opcode == Opcode::fma_ || in.opcode == Opcode::mad24_ ||
                        in.opcode == Opcode::madc_
                    ? 3
                    : 2;
        if (isFloat) {
            key.round = takeRound(mods);
            mods.ignore(Mod::approx, Mod::full);
        } else {
            key.part = mods.take(Mod::wide) ? Part::Wide
                       : mods.take(Mod::hi) ? Part::High
                       : mods.take(Mod::lo) ? Part::Low
                                            : Part::Whole;
            if (key.part == Part::Wide)
                d = c = doubled(type);
        }
        break;
    }
    case Opcode::rem_:
    case Opcode::min_:
    case Opcode::max_:
    case Opcode::copysign_:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
        break;
    case Opcode::sad_:
        count = 3;
        break;
    case Opcode::abs_:
    case Opcode::neg_:
    case Opcode::not_:
    case Opcode::cnot_:
    case Opcode::brev_:
        count = 1;
        break;
    case Opcode::rcp_:
    case Opcode::sqrt_:
    case Opcode::rsqrt_:
    case Opcode::sin_:
    case Opcode::cos_:
    case Opcode::lg2_:
    case Opcode::ex2_:
    case Opcode::tanh_:
        count = 1;
        key.round = takeRound(mods);
        mods.ignore(Mod::approx);
        break;
    case Opcode::popc_:
    case Opcode::clz_:
        count = 1;
        d = Type::u32;
        break;
    case Opcode::bfind_:
        count = 1;
        d = Type::u32;
        key.mode = mods.take(Mod::shiftamt);
        break;
    case Opcode::bfe_:
        count = 3;
        b = c = Type::u32;
        break;
    case Opcode::bfi_:
        count = 4;
        c = Type::u32;
        break;
    case Opcode::shl_:
    case Opcode::shr_:
        b = Type::u32;
        break;
    case Opcode::szext_:
    case Opcode::bmsk_:
        key.mode = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
        b = Type::u32;
        break;
    case Opcode::fns_:
        count = 3;
        c = Type::s32;
        break;
    case Opcode::dp4a_:
    case Opcode::dp2a_:
        count = 3;
        key.part = mods.take(Mod::hi) ? Part::High : Part::Low;
        mods.ignore(Mod::lo);
        break;
    case Opcode::vadd2_:
    case Opcode::vsub2_:
    case Opcode::vavrg2_:
    case Opcode::vabsdiff2_:
    case Opcode::vmin2_:
    case Opcode::vmax2_:
    case Opcode::vadd4_:
    case Opcode::vsub4_:
    case Opcode::vavrg4_:
    case Opcode::vabsdiff4_:
    case Opcode::vmin4_:
    case Opcode::vmax4_: {
        if (in.typeCount != 3)
            refuse(in, "it needs three types");
        count = 3;
        const bool bytes = in.opcode >= Opcode::vadd4_;
        const auto operation =
            static_cast<unsigned>(in.opcode) - static_cast<unsigned>(bytes ? Opcode::vadd4_ : Opcode::vadd2_);
        flags = static_cast<uint16_t>(
            operation | (bytes ? videoBytes : 0) | (ptx::isSigned(in.type(0)) ? videoSignedD : 0) |
            (ptx::isSigned(in.type(1)) ? videoSignedA : 0) | (ptx::isSigned(in.type(2)) ? videoSignedB : 0) |
            (key.saturate ? videoSaturate : 0) | (mods.take(Mod::add) ? videoSum : 0));
        break;
    }
    case Opcode::lop3_: {
        count = 3;
        const auto list = operands(in, 5, 5);
        if (list[4].kind != Operand::Kind::Integer)
            refuse(in, "its table is a constant");
        table = list[4].bits;
        break;
    }
    case Opcode::shf_: {
        count = 3;
        const bool left = mods.take(Mod::l);
        mods.ignore(Mod::r);
        const bool clamp = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
        key.mode = static_cast<uint8_t>((left ? 0 : 2) + clamp);
        c = Type::u32;
        break;
    }
    case Opcode::prmt_: {
        count = 3;
        static constexpr Mod modes[] = {Mod::f4e, Mod::b4e, Mod::rc8, Mod::ecl, Mod::ecr, Mod::rc16};
        for (uint8_t i = 0; i < 6; ++i)
            if (mods.take(modes[i]))
                key.mode = static_cast<uint8_t>(i + 1);
        break;
    }
    case Opcode::testp_: {
        count = 1;
        d = Type::pred;
        static constexpr Mod kinds[] = {Mod::finite,     Mod::infinite, Mod::number,
                                        Mod::notanumber, Mod::normal,   Mod::subnormal};
        for (uint16_t i = 0; i < 6; ++i)
            if (mods.take(kinds[i]))
                flags = i;
        break;
    }
    case Opcode::cvt_: {
        count = 1;
        if (in.typeCount < 2)
            refuse(in, "it needs two types");
        key.toInteger = in.has(Mod::rni) || in.has(Mod::rzi) || in.has(Mod::rmi) || in.has(Mod::rpi);
        key.round = takeRound(mods);
        key.satFinite = mods.take(Mod::satfinite);
        a = key.source;
        if (mods.take(Mod::pack)) {
            key.mode = 1;
            count = ptx::typeBytes(type) == 1 ? 3 : 2;
            b = key.source;
            d = c = Type::b32;
        } else if (key.source == Type::f32 && isPair(type)) {
            count = 2;
            b = key.source;
        }
        flags = static_cast<uint16_t>(static_cast<unsigned>(key.round) << 8 | (key.saturate ? 1u << 11 : 0) |
                                      (key.flush ? 1u << 12 : 0) | (key.relu ? 1u << 13 : 0) |
                                      (key.toInteger ? 1u << 14 : 0) | (key.satFinite ? 1u << 15 : 0));
        break;
    }
    case Opcode::set_:
    case Opcode::setp_: {
        const bool predicate = in.opcode == Opcode::setp_;
        key.source = predicate ? type : in.type(1);
        key.type = predicate ? Type::pred : type;
        key.compare = takeCompare(mods, !ptx::isSigned(key.source) && !ptx::isFloat(key.source));
        if (key.compare == Compare::None)
            refuse(in, "a comparison is missing");
        flags = static_cast<uint16_t>(takeCombine(mods));
        if (!predicate)
            table = setResult(type, isPair(key.source));
        d = key.type;
        a = b = key.source;
        break;
    }
    case Opcode::selp_:
        count = 3;
        c = Type::pred;
        break;
    case Opcode::slct_:
        count = 3;
        c = in.type(1);
        break;
    default:
        refuse(in, "Warplens does not know this instruction yet");
    }
    mods.finish();

    const auto list = m_function.operandsOf(in);
    const size_t first = in.hasSecondPredicate ? 2 : 1; // the first source operand
    const bool combined = (in.opcode == Opcode::setp_ || in.opcode == Opcode::set_) && (flags & 3) != 0;
    const size_t expected = first + count + (combined ? 1 : 0) + (in.opcode == Opcode::lop3_ ? 1 : 0);
    operands(in, expected, expected);

    // cvt may read a register that is wider than its type: its lower part.
    const auto read = [&](const Operand& operand, Type t) -> uint32_t {
        if (t == Type::pred)
            return registerSlot(in, operand, true);
        if (in.opcode == Opcode::cvt_ && operand.kind == Operand::Kind::Register && ptx::typeBytes(t) <= 4 &&
            slotSize(registerType(operand)) == wideSlotBytes) {
            LaneKey narrow;
            narrow.opcode = Opcode::cvt_;
            narrow.type = Type::u32;
            narrow.source = Type::u64;
            const uint32_t lower = temporary(false);
            emitLane(in, narrow, lower, m_slots.offset[operand.id]);
            return lower;
        }
        return source(in, operand, t);
    };
    const uint32_t sa = read(list[first], a);
    const uint32_t sb = count > 1 ? read(list[first + 1], b) : 0;
    uint32_t sc = count > 2 ? read(list[first + 2], c) : 0;
    const uint32_t se = count > 3 ? read(list[first + 3], e) : 0;
    bool negateC = count > 2 && c == Type::pred && list[first + 2].negated;
    if (combined) {
        sc = registerSlot(in, list[first + 2], true);
        negateC = list[first + 2].negated;
    }
    // cvt may also write a register that is wider than its type.
    uint32_t sd;
    const bool widen = in.opcode == Opcode::cvt_ && list[0].kind == Operand::Kind::Register && ptx::typeBytes(d) <= 4 &&
                       registerType(list[0]) != Type::pred && slotSize(registerType(list[0])) == wideSlotBytes;
    if (d == Type::pred)
        sd = list[0].kind == Operand::Kind::Sink ? (m_carry ? m_carry : m_carry = extra(64))
                                                 : registerSlot(in, list[0], true);
    else
        sd = widen ? temporary(false) : destination(in, list[0], d);

    emitLane(in, key, sd, sa, sb, sc);
    Op& op = m_program.ops.back();
    op.flags = flags;
    if (in.opcode == Opcode::setp_ || in.opcode == Opcode::set_ || in.opcode == Opcode::selp_)
        op.flags = static_cast<uint16_t>(op.flags | (negateC ? flagNegateC : 0));
    if (in.hasSecondPredicate && list[1].kind != Operand::Kind::Sink) {
        op.flags |= flagSecond;
        op.e = registerSlot(in, list[1], true);
    }
    if (count > 3)
        op.e = se;
    if (key.carryIn || key.carryOut) {
        if (m_carry == 0)
            m_carry = extra(64);
        m_program.ops.back().e = m_carry;
        m_program.ops.back().flags =
            static_cast<uint16_t>((key.carryIn ? flagCarryIn : 0) | (key.carryOut ? flagCarryOut : 0));
    }
    if (in.opcode == Opcode::lop3_ || in.opcode == Opcode::set_)
        m_program.ops.back().table = table;
    if (widen) {
        LaneKey wider;
        wider.opcode = Opcode::cvt_;
        wider.type = ptx::isSigned(d) ? Type::s64 : Type::u64;
        wider.source = ptx::isSigned(d) ? Type::s32 : Type::u32;
        emitLane(in, wider, m_slots.offset[list[0].id], sd);
    }
}

// ---- memory ---------------------------------------------------------------------------------------------------

void ignoreOrder(Mods& mods) {
    mods.ignore(Mod::weak, Mod::volatile_, Mod::mmio, Mod::relaxed, Mod::acquire, Mod::release, Mod::acq_rel, Mod::sc,
                Mod::cta, Mod::cluster, Mod::gpu, Mod::sys);
}

void ignoreCaches(Mods& mods) {
    mods.ignore(Mod::ca, Mod::cg, Mod::cs, Mod::lu, Mod::cv, Mod::wb, Mod::wt, Mod::nc);
    mods.ignore(Mod::L1_evict_normal, Mod::L1_evict_unchanged, Mod::L1_evict_first, Mod::L1_evict_last,
                Mod::L1_no_allocate, Mod::L2_64B, Mod::L2_128B, Mod::L2_256B, Mod::L2_evict_last, Mod::L2_evict_normal);
}

AccessSpace takeSpace(Mods& mods) {
    if (mods.take(Mod::global) | mods.take(Mod::const_))
        return AccessSpace::Global;
    if (mods.take(Mod::shared) | mods.take(Mod::shared_cta) | mods.take(Mod::shared_cluster))
        return AccessSpace::Shared;
    if (mods.take(Mod::local))
        return AccessSpace::Local;
    if (mods.take(Mod::param) | mods.take(Mod::param_entry) | mods.take(Mod::param_func))
        return AccessSpace::Param;
    return AccessSpace::Generic;
}

ValueKind valueKind(Type type) {
    switch (type) {
    case Type::f16:
        return ValueKind::Half;
    case Type::f16x2:
        return ValueKind::Half2;
    case Type::bf16:
        return ValueKind::Bfloat;
    case Type::bf16x2:
        return ValueKind::Bfloat2;
    default:
        break;
    }
    return ptx::isFloat(type) ? ValueKind::Float : ptx::isSigned(type) ? ValueKind::Signed : ValueKind::Unsigned;
}

void FunctionLowerer::lowerMemory(const Instruction& in) {
    if (in.opcode == Opcode::atom_ || in.opcode == Opcode::red_)
        return lowerAtomic(in);
    switch (in.opcode) {
    case Opcode::prefetch_: // a hint changes no result and no count
    case Opcode::prefetchu_:
    case Opcode::discard_:
    case Opcode::applypriority_:
        emit(in, runNothing);
        return;
    case Opcode::createpolicy_: {
        LaneKey key;
        key.opcode = Opcode::mov_;
        key.type = Type::b64;
        emitLane(in, key, destination(in, m_function.operandsOf(in)[0], Type::b64), constant(0, true));
        return;
    }
    default:
        break;
    }
    Mods mods(in);
    MemoryOp memory;
    memory.ordered = in.has(Mod::volatile_) || in.has(Mod::relaxed) || in.has(Mod::acquire) || in.has(Mod::release) ||
                     in.has(Mod::mmio);
    ignoreOrder(mods);
    ignoreCaches(mods);
    memory.constant = in.has(Mod::const_);
    memory.space = takeSpace(mods);
    memory.count = mods.take(Mod::v2) ? 2 : mods.take(Mod::v4) ? 4 : mods.take(Mod::v8) ? 8 : 1;
    mods.ignore(Mod::unified);
    const bool hint = mods.take(Mod::cache_hint);
    mods.finish();
    const bool store = in.opcode == Opcode::st_;
    const auto list = operands(in, 2, hint ? 3 : 2);
    const bool widest = in.type() == Type::b128; // two of 64 bits
    const Type type = widest ? Type::b64 : in.type();
    if (widest && memory.count == 1)
        memory.count = 2;
    else if (ptx::typeBytes(type) == 0 || ptx::typeBytes(type) > 8 || widest)
        refuse(in, "Warplens does not know memory accesses of this type");
    memory.kind = store ? AccessKind::Store : AccessKind::Load;
    memory.value = valueKind(type);
    memory.elementBytes = static_cast<uint8_t>(ptx::typeBytes(type));
    memory.requestBytes = static_cast<uint8_t>(memory.elementBytes * memory.count);
    if (memory.requestBytes > 16)
        refuse(in, "Warplens does not know accesses of more than 16 bytes");

    Space found = Space::Register;
    const Address place = address(in, list[store ? 0 : 1], &found);
    if (memory.space == AccessSpace::Param && found == Space::Local)
        memory.space = AccessSpace::Local; // .param variables of calls and functions lie in the frame
    memory.address64 = place.wide;

    const Operand& value = list[store ? 1 : 0];
    const auto elements = memory.count > 1 && !widest ? m_function.elementsOf(value) : std::span(&value, 1);
    if ((memory.count > 1 && !widest) != (value.kind == Operand::Kind::Vector) ||
        (!widest && elements.size() != memory.count))
        refuse(in, fmt::format("{} registers are expected", memory.count));

    if (memory.space == AccessSpace::Param && m_function.isEntry && found == Space::Param) {
        for (unsigned part = 0; part < memory.count; ++part)
            lowerLoadOfParam(in, elements[part], type, list[1], part);
        return;
    }
    if (widest) {
        memory.registers[0] = store ? source(in, value, Type::b128) : destination(in, value, Type::b128);
        memory.registers[1] = memory.registers[0] + wideSlotBytes;
    }
    for (unsigned part = 0; part < memory.count && !widest; ++part) {
        const Operand& element = elements[part];
        const bool wideRegister = element.kind == Operand::Kind::Register && memory.elementBytes < 8 &&
                                  slotSize(registerType(element)) == wideSlotBytes;
        if (part > 0 && wideRegister != memory.wideRegister)
            refuse(in, "its registers differ in width");
        memory.wideRegister = wideRegister;
        if (wideRegister)
            memory.registers[part] = registerSlot(in, element);
        else
            memory.registers[part] = store ? source(in, element, type) : destination(in, element, type);
    }
    memory.index = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.function = m_index;
    const Handler handler = lanes().memory(memory);
    Op& op = emit(in, handler != nullptr ? handler : accessSlowly);
    memory.instruction = op.instruction;
    memory.op = static_cast<uint32_t>(m_program.ops.size() - 1);
    op.a = place.slot;
    op.imm = place.offset;
    op.extra = memory.index;
    m_program.memoryOps.push_back(memory);
}

// A parameter of the kernel is the same for all lanes: a slot that is filled at the beginning.
void FunctionLowerer::lowerLoadOfParam(const Instruction& in, const Operand& target, Type type, const Operand& from,
                                       unsigned part) {
    Space space{};
    const uint64_t offset = *symbolAddress(in, from, space) + uint64_t(part) * ptx::typeBytes(type);
    const bool wide = target.kind == Operand::Kind::Register && slotSize(registerType(target)) == wideSlotBytes;
    ParamSlot slot{static_cast<uint32_t>(offset), static_cast<uint8_t>(ptx::typeBytes(type)), ptx::isSigned(type), 0,
                   wide};
    auto& params = m_program.functions[m_index].params;
    const auto known = std::find_if(params.begin(), params.end(), [&](const ParamSlot& p) {
        return p.offset == slot.offset && p.bytes == slot.bytes && p.signedValue == slot.signedValue &&
               p.wide == slot.wide;
    });
    if (known != params.end()) {
        slot.slot = known->slot;
    } else {
        slot.slot = extra(wide ? wideSlotBytes : slotBytes);
        params.push_back(slot);
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    emitLane(in, key, target.kind == Operand::Kind::Sink ? temporary(wide) : registerSlot(in, target), slot.slot);
}

void FunctionLowerer::lowerAtomic(const Instruction& in) {
    Mods mods(in);
    ignoreOrder(mods);
    ignoreCaches(mods);
    mods.ignore(Mod::noftz);
    MemoryOp memory;
    memory.kind = AccessKind::Atomic;
    memory.ordered = true;
    memory.space = takeSpace(mods);
    memory.noReturn = in.opcode == Opcode::red_;
    struct Row {
        Mod mod;
        AtomicOp operation;
    };
    static constexpr Row rows[] = {{Mod::add, AtomicOp::Add},   {Mod::min, AtomicOp::Min}, {Mod::max, AtomicOp::Max},
                                   {Mod::and_, AtomicOp::And},  {Mod::or_, AtomicOp::Or},  {Mod::xor_, AtomicOp::Xor},
                                   {Mod::exch, AtomicOp::Exch}, {Mod::cas, AtomicOp::Cas}, {Mod::inc, AtomicOp::Inc},
                                   {Mod::dec, AtomicOp::Dec}};
    bool named = false;
    for (const Row& row : rows)
        if (mods.take(row.mod)) {
            memory.atomic = row.operation;
            named = true;
        }
    if (!named)
        refuse(in, "Warplens does not know this atomic operation");
    memory.count = mods.take(Mod::v2) ? 2 : mods.take(Mod::v4) ? 4 : 1;
    const bool hint = mods.take(Mod::cache_hint);
    mods.finish();
    const Type type = in.type();
    memory.elementBytes = static_cast<uint8_t>(ptx::typeBytes(type));
    memory.requestBytes = static_cast<uint8_t>(memory.elementBytes * memory.count);
    memory.value = valueKind(type);
    const bool exchanges = memory.atomic == AtomicOp::Cas || memory.atomic == AtomicOp::Exch;
    if (memory.elementBytes < 2 || (memory.elementBytes > 8 && !exchanges) || memory.requestBytes > 16)
        refuse(in, "Warplens does not know atomic operations on this type");
    const size_t first = memory.noReturn ? 0 : 1;
    const size_t count = first + (memory.atomic == AtomicOp::Cas ? 3 : 2);
    const auto list = operands(in, count, count + (hint ? 1 : 0));
    const Address place = address(in, list[first]);
    memory.address64 = place.wide;
    uint32_t d = 0;
    if (memory.count > 1) {
        if (list[first + 1].kind != Operand::Kind::Vector || list[first + 1].count != memory.count ||
            (!memory.noReturn && (list[0].kind != Operand::Kind::Vector || list[0].count != memory.count)))
            refuse(in, fmt::format("vectors of {} registers are expected", memory.count));
        for (size_t i = 0; i < memory.count; ++i) {
            memory.registers[i] = source(in, m_function.elementsOf(list[first + 1])[i], type);
            if (!memory.noReturn)
                memory.registers[4 + i] = destination(in, m_function.elementsOf(list[0])[i], type);
        }
    } else {
        memory.registers[0] = source(in, list[first + 1], type);
        if (memory.atomic == AtomicOp::Cas)
            memory.registers[1] = source(in, list[first + 2], type);
        d = memory.noReturn ? 0 : destination(in, list[0], type);
    }
    memory.index = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.function = m_index;
    Op& op = emit(in, accessSlowly);
    memory.instruction = op.instruction;
    memory.op = static_cast<uint32_t>(m_program.ops.size() - 1);
    op.d = d;
    op.a = place.slot;
    op.imm = place.offset;
    op.extra = memory.index;
    m_program.memoryOps.push_back(memory);
}

// ---- warp, synchronisation, control ---------------------------------------------------------------------------

void FunctionLowerer::lowerWarp(const Instruction& in) {
    Mods mods(in);
    const bool sync = mods.take(Mod::sync);
    const auto list = m_function.operandsOf(in);
    const size_t first = in.hasSecondPredicate ? 2 : 1;
    const auto memberMask = [&](size_t position) { return sync ? source(in, list[position], Type::b32) : 0u; };
    const auto secondPredicate = [&]() -> uint32_t {
        return in.hasSecondPredicate && list[1].kind != Operand::Kind::Sink ? registerSlot(in, list[1], true) + 1 : 0;
    };
    switch (in.opcode) {
    case Opcode::activemask_: {
        operands(in, 1, 1);
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b32);
        emit(in, runActiveMask).d = d;
        return;
    }
    case Opcode::shfl_: {
        const ShuffleMode mode = mods.take(Mod::up)     ? shuffleUp
                                 : mods.take(Mod::down) ? shuffleDown
                                 : mods.take(Mod::bfly) ? shuffleButterfly
                                                        : shuffleIndex;
        mods.ignore(Mod::idx);
        mods.finish();
        operands(in, first + 3 + sync, first + 3 + sync);
        const uint32_t d = destination(in, list[0], Type::b32), p = secondPredicate();
        const uint32_t a = source(in, list[first], Type::b32), b = source(in, list[first + 1], Type::b32),
                       c = source(in, list[first + 2], Type::b32), e = memberMask(first + 3);
        Op& op = emit(in, runShuffle);
        op.flags = mode;
        op.d = d;
        op.a = a;
        op.b = b;
        op.c = c;
        op.e = e;
        op.extra = p;
        return;
    }
    case Opcode::vote_: {
        operands(in, 2 + sync, 2 + sync);
        const uint16_t mode = mods.take(Mod::all)   ? voteAll
                              : mods.take(Mod::any) ? voteAny
                              : mods.take(Mod::uni) ? voteUniform
                                                    : voteBallot;
        mods.ignore(Mod::ballot);
        mods.finish();
        const uint32_t d = mode == voteBallot ? destination(in, list[0], Type::b32) : registerSlot(in, list[0], true);
        uint32_t a = 0;
        bool negate = list[1].negated;
        if (list[1].kind == Operand::Kind::Integer)
            negate = list[1].bits == 0;
        else
            a = registerSlot(in, list[1], true);
        const uint32_t e = memberMask(2);
        Op& op = emit(in, runVote);
        op.flags = mode;
        op.d = d;
        op.a = a;
        op.imm = negate ? 0xffffffff : 0;
        op.e = e;
        return;
    }
    case Opcode::elect_: {
        operands(in, first + 1, first + 1);
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b32), p = secondPredicate(), e = memberMask(first);
        Op& op = emit(in, runElect);
        op.d = d;
        op.e = e;
        op.extra = p;
        return;
    }
    case Opcode::match_: {
        operands(in, first + 2, first + 2);
        const bool all = mods.take(Mod::all);
        mods.ignore(Mod::any);
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b32), p = secondPredicate();
        const uint32_t a = source(in, list[first], in.type()), e = memberMask(first + 1);
        Op& op = emit(in, runMatch);
        op.flags = static_cast<uint16_t>(all | (ptx::typeBytes(in.type()) == 8) << 1);
        op.d = d;
        op.a = a;
        op.e = e;
        op.extra = p;
        return;
    }
    case Opcode::redux_: {
        operands(in, 3, 3);
        uint16_t mode = mods.take(Mod::add)    ? reduxAdd
                        : mods.take(Mod::min)  ? reduxMin
                        : mods.take(Mod::max)  ? reduxMax
                        : mods.take(Mod::and_) ? reduxAnd
                        : mods.take(Mod::or_)  ? reduxOr
                                               : reduxXor;
        mods.ignore(Mod::xor_);
        mods.finish();
        if (ptx::isFloat(in.type()))
            refuse(in, "Warplens does not know it for floating-point values");
        const uint32_t d = destination(in, list[0], in.type()), a = source(in, list[1], in.type()), e = memberMask(2);
        Op& op = emit(in, runRedux);
        op.flags = static_cast<uint16_t>(mode | (ptx::isSigned(in.type()) ? 16 : 0));
        op.d = d;
        op.a = a;
        op.e = e;
        return;
    }
    default:
        refuse(in, "Warplens does not know this instruction yet");
    }
}

void FunctionLowerer::lowerSync(const Instruction& in, uint32_t block) {
    switch (in.opcode) {
    case Opcode::membar_: // memory is always in order here
    case Opcode::fence_:
    case Opcode::pmevent_:
    case Opcode::griddepcontrol_:
    case Opcode::setmaxnreg_:
        emit(in, runNothing);
        return;
    case Opcode::nanosleep_:
        emit(in, runSleep);
        return;
    default:
        break;
    }
    Mods mods(in);
    mods.ignore(Mod::cta, Mod::aligned);
    if (mods.take(Mod::cluster)) {
        // Of the one block: nobody goes on before all have come, which is more than arrive and wait ask for.
        requireSingleBlocks(in);
        operands(in, 0, 0);
        mods.ignore(Mod::release, Mod::relaxed, Mod::acquire);
        const bool waits = mods.take(Mod::wait);
        mods.ignore(Mod::arrive);
        mods.finish();
        if (!waits) {
            emit(in, runNothing);
            return;
        }
        skipUnlessGuard(in, block);
        Op& op = emit(in, runBarrier);
        op.flags = barrierSync;
        op.a = constant(0, false);
        return;
    }
    if (mods.take(Mod::warp)) {
        mods.take(Mod::sync);
        mods.finish();
        const uint32_t e = source(in, operands(in, 1, 1)[0], Type::b32);
        emit(in, runWarpBarrier).e = e;
        return;
    }
    const bool reduce = mods.take(Mod::red);
    const bool arrives = mods.take(Mod::arrive);
    mods.take(Mod::sync);
    BarrierMode mode = arrives ? barrierArrive : barrierSync;
    if (reduce)
        mode = mods.take(Mod::popc) ? barrierPopc : mods.take(Mod::and_) ? barrierAnd : barrierOr;
    mods.ignore(Mod::or_);
    mods.finish();
    const auto list = operands(in, reduce ? 3 : 1, reduce ? 4 : 2);
    const size_t first = reduce ? 1 : 0;
    const bool hasCount = list.size() - first - (reduce ? 1 : 0) == 2;
    const uint32_t a = source(in, list[first], Type::u32);
    const uint32_t b = hasCount ? source(in, list[first + 1], Type::u32) : 0;
    uint32_t d = 0, c = 0;
    bool negate = false;
    if (reduce) {
        d = mode == barrierPopc ? destination(in, list[0], Type::u32) : registerSlot(in, list[0], true);
        c = registerSlot(in, list.back(), true);
        negate = list.back().negated;
    }
    skipUnlessGuard(in, block);
    Op& op = emit(in, runBarrier);
    op.flags = mode;
    op.a = a;
    op.b = b;
    op.c = c;
    op.d = d;
    op.imm = negate ? 0xffffffff : 0;
}

void FunctionLowerer::lowerCall(const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::uni);
    mods.finish();
    const auto list = m_function.operandsOf(in);
    size_t at = 0;
    std::span<const Operand> results, arguments;
    if (at < list.size() && list[at].kind == Operand::Kind::List)
        results = m_function.elementsOf(list[at++]);
    if (at >= list.size())
        refuse(in, "it names no function");
    const Operand& target = list[at++];
    if (at < list.size() && list[at].kind == Operand::Kind::List)
        arguments = m_function.elementsOf(list[at++]);

    CallSite site;
    std::optional<SystemCall> system;
    if (target.kind == Operand::Kind::Register) {
        site.targetSlot = source(in, target, Type::u64);
    } else {
        site.function = m_owner.functionIndex(target.name);
        if (site.function < 0)
            system = systemCallOf(target.name);
        if (site.function < 0 && !system)
            refuse(in, fmt::format("the function {} has no body here", target.name));
    }
    const auto add = [&](std::span<const Operand> from, std::vector<uint32_t>& offsets, std::vector<uint32_t>& bytes) {
        for (const Operand& operand : from) {
            if (operand.kind != Operand::Kind::Symbol || operand.variable < 0)
                refuse(in, "arguments are .param variables");
            const ptx::Variable& variable = m_function.variables[static_cast<size_t>(operand.variable)];
            offsets.push_back(m_frame.at(&variable));
            bytes.push_back(static_cast<uint32_t>(variable.bytes));
        }
    };
    add(results, site.results, site.resultBytes);
    add(arguments, site.arguments, site.argumentBytes);
    Op& op = emit(in, system ? runSystemCall : runCall);
    op.guard = 0;
    op.guardFlip = 0;
    if (system)
        op.flags = *system;
    op.extra = static_cast<uint32_t>(m_program.calls.size());
    m_program.calls.push_back(std::move(site));
}

void FunctionLowerer::lowerControl(const Instruction& in, uint32_t block) {
    const FlowBlock& here = m_graph.blocks[block];
    const auto labelBlock = [&](std::string_view label) { return m_graph.blockOf[m_function.labels.at(label)]; };
    switch (in.opcode) {
    case Opcode::bra_: {
        Mods mods(in);
        mods.ignore(Mod::uni);
        mods.finish();
        emit(in, in.guarded ? runBranch : runJump);
        setTarget(labelBlock(m_function.operandsOf(in)[0].name), here.postDominator);
        return;
    }
    case Opcode::brx_: {
        const uint32_t a = source(in, m_function.operandsOf(in)[0], Type::u32);
        skipUnlessGuard(in, block);
        Op& op = emit(in, runIndexedBranch);
        op.guard = 0;
        op.guardFlip = 0;
        op.a = a;
        op.extra = static_cast<uint32_t>(m_program.indexedBranches.size());
        IndexedBranch branch;
        for (const std::string_view label : branchTargets(m_function, in))
            branch.targets.push_back(labelBlock(label));
        branch.reconverge = here.postDominator;
        m_program.indexedBranches.push_back(std::move(branch)); // blocks for now; run() puts the operations in
        return;
    }
    case Opcode::ret_:
        if (m_function.isEntry) {
            emit(in, runExit);
        } else {
            emit(in, in.guarded ? runBranch : runJump);
            setTarget(m_graph.returnBlock(), here.postDominator);
        }
        return;
    case Opcode::exit_:
        emit(in, runExit);
        return;
    case Opcode::trap_:
        emit(in, runTrap);
        return;
    case Opcode::brkpt_:
        emit(in, runNothing);
        return;
    case Opcode::call_:
        skipUnlessGuard(in, block);
        lowerCall(in);
        return;
    default:
        refuse(in, "Warplens does not know this instruction yet");
    }
}

/// What is refused is refused at its line of the CUDA source too, where the compiler told.
void FunctionLowerer::lowerAtLine(const Instruction& in, uint32_t block) {
    try {
        lower(in, block);
    } catch (const ptx::PtxError& error) {
        const ptx::Location& location = m_program.ownLocationOf(in);
        if (location.line == 0)
            throw;
        throw ptx::PtxError(error.line,
                            fmt::format("{}:{}: {}", m_program.fileName(location.file), location.line, error.message));
    }
}

void FunctionLowerer::lower(const Instruction& in, uint32_t block) {
    if (!in.known) {
        const std::string_view name = in.mnemonic();
        const auto begins = [&](std::string_view part) { return name.starts_with(part); };
        if (begins("multimem"))
            refuse(in, "Warplens runs kernels on one GPU only");
        if (begins("tensormap"))
            refuse(in, "Warplens does not know the bulk copies of tensors");
        if (begins("tex") || begins("tld4") || begins("txq") || begins("suld") || begins("sust") || begins("sured") ||
            begins("suq") || begins("istypep"))
            refuse(in, "Warplens has neither textures nor surfaces");
        if (begins("wgmma") || begins("tcgen05"))
            refuse(in, "Warplens multiplies matrices with mma and wmma only");
        refuse(in, "Warplens does not know this instruction");
    }
    if (!isScalarVideo(in.opcode))
        for (const Operand& operand : m_function.operandsOf(in))
            if (operand.kind == Operand::Kind::Register && !operand.name.empty())
                refuse(in, "only video instructions take a part of a register");
    if (ptx::opcodeInfo(in.opcode).family != ptx::Family::Matrix)
        for (size_t i = 0; i < in.typeCount; ++i)
            if (ptx::isPartOfByte(in.type(i)))
                refuse(in, fmt::format("Warplens knows .{} in products of matrices only", ptx::typeName(in.type(i))));
    switch (ptx::opcodeInfo(in.opcode).family) {
    case ptx::Family::Lane:
        return lowerLane(in);
    case ptx::Family::Memory:
        return lowerMemory(in);
    case ptx::Family::Warp:
        return lowerWarp(in);
    case ptx::Family::Sync:
        return lowerSync(in, block);
    case ptx::Family::Control:
        return lowerControl(in, block);
    case ptx::Family::Async:
        return in.opcode == Opcode::cp_ ? lowerCopyAsync(in) : lowerMbarrier(in);
    case ptx::Family::Matrix:
        return lowerMatrix(in);
    }
}

void FunctionLowerer::run() {
    m_windowEnd = m_slots.bytes;
    FunctionCode& code = m_program.functions[m_index];
    // The frame: what calls pass and return, and the function's own local variables.
    const auto place = [&](const ptx::Variable& variable) {
        m_frameBytes = (m_frameBytes + variable.align - 1) / variable.align * variable.align;
        m_frame[&variable] = m_frameBytes;
        m_frameBytes += static_cast<uint32_t>(std::min<uint64_t>(variable.bytes, 1u << 24));
    };
    if (!m_function.isEntry)
        for (const ptx::Variable& variable : m_function.params)
            place(variable);
    for (const ptx::Variable& variable : m_function.returns)
        place(variable);
    for (const ptx::Variable& variable : m_function.variables)
        if (variable.space == Space::Local || variable.space == Space::Param)
            place(variable);
    m_frameBytes = (m_frameBytes + 15) / 16 * 16;
    code.frameBytes = m_frameBytes;
    if (!m_function.isEntry)
        for (const ptx::Variable& variable : m_function.params)
            code.paramOffsets.push_back(m_frame.at(&variable));
    for (const ptx::Variable& variable : m_function.returns)
        code.returnOffsets.push_back(m_frame.at(&variable));

    m_firstBlock = static_cast<uint32_t>(m_program.blocks.size());
    const auto firstOp = static_cast<uint32_t>(m_program.ops.size());
    const auto firstMemory = static_cast<uint32_t>(m_program.memoryOps.size());
    const size_t firstMatrix = m_program.matrixOps.size();
    const auto firstBranch = static_cast<uint32_t>(m_program.indexedBranches.size());
    code.entry = firstOp;
    const auto blocks = static_cast<uint32_t>(m_graph.blocks.size());
    for (uint32_t b = 0; b < blocks; ++b) {
        const FlowBlock& block = m_graph.blocks[b];
        BasicBlock& made = m_program.blocks.emplace_back();
        made.firstInstruction = block.first;
        made.endInstruction = block.end;
        made.function = m_index;
        made.enter = static_cast<uint32_t>(m_program.ops.size());
        made.postDominator = block.postDominator < 0 ? -1 : static_cast<int32_t>(m_firstBlock) + block.postDominator;
        Op& enter = m_program.ops.emplace_back();
        enter.run = runEnter;
        enter.extra = m_firstBlock + b;
        enter.function = m_index;
        enter.instruction = block.first < m_function.instructions.size()
                                ? block.first
                                : static_cast<uint32_t>(std::max<size_t>(1, m_function.instructions.size()) - 1);
        for (uint32_t i = block.first; i < block.end; ++i)
            lowerAtLine(m_function.instructions[i], b);
    }
    Op& end = m_program.ops.emplace_back(); // of the return block
    end.run = m_function.isEntry ? runExit : runReturn;
    end.function = m_index;
    end.instruction = m_program.ops[m_program.blocks.back().enter].instruction;

    const auto enterOf = [&](int32_t block) {
        return block < 0 ? -1
                         : static_cast<int64_t>(m_program.blocks[m_firstBlock + static_cast<uint32_t>(block)].enter);
    };
    for (const Fixup& fixup : m_fixups) {
        m_program.ops[fixup.op].table =
            static_cast<uint64_t>(enterOf(fixup.target)); // run() of the program makes it a pointer
        m_program.ops[fixup.op].imm = enterOf(fixup.meeting);
    }
    for (size_t i = firstBranch; i < m_program.indexedBranches.size(); ++i) {
        IndexedBranch& branch = m_program.indexedBranches[i];
        for (uint32_t& target : branch.targets)
            target = static_cast<uint32_t>(enterOf(static_cast<int32_t>(target)));
        branch.reconverge = static_cast<int32_t>(enterOf(branch.reconverge));
    }

    // Now it is known where the constants lie.
    code.imageAt = extra(0);
    m_windowEnd = code.imageAt + static_cast<uint32_t>(m_image.size());
    code.image = std::move(m_image);
    code.windowBytes = (m_windowEnd + 63) / 64 * 64;
    const auto settle = [&](uint32_t& slot) {
        if (slot & constantMark)
            slot = code.imageAt + (slot & ~constantMark);
    };
    for (size_t i = firstOp; i < m_program.ops.size(); ++i) {
        Op& op = m_program.ops[i];
        for (uint32_t* slot : {&op.d, &op.a, &op.b, &op.c, &op.e})
            settle(*slot);
    }
    for (size_t i = firstMemory; i < m_program.memoryOps.size(); ++i)
        for (uint32_t& slot : m_program.memoryOps[i].registers)
            settle(slot);
    settleMatrices(firstMatrix, settle);
}

// ---- the program ------------------------------------------------------------------------------------------------

int32_t ProgramLowerer::functionIndex(std::string_view name) const {
    const auto found = m_functions.find(name);
    return found == m_functions.end() ? -1 : found->second;
}

const ptx::Variable* ProgramLowerer::moduleVariable(std::string_view name) const {
    for (const ptx::Variable& variable : module().variables)
        if (variable.name == name)
            return &variable;
    return nullptr;
}

std::optional<uint64_t> ProgramLowerer::sharedAddress(const ptx::Variable* variable) const {
    const auto found = m_shared.find(variable);
    return found == m_shared.end() ? std::nullopt : std::optional(found->second);
}

std::optional<uint64_t> ProgramLowerer::moduleAddress(std::string_view name) const {
    const auto found = m_globals.find(name);
    return found == m_globals.end() ? std::nullopt : std::optional(found->second);
}

// The kernel, and every function whose name it mentions, directly or through others.
void ProgramLowerer::collectFunctions(std::string_view kernel) {
    const ptx::Function* entry = module().find(kernel);
    if (entry == nullptr || !entry->hasBody || !entry->isEntry) {
        std::string names;
        for (const std::string_view name : module().entryNames())
            names += (names.empty() ? "" : ", ") + std::string(name);
        throw ptx::PtxError(entry ? entry->line : 1,
                            names.empty() ? "the module has no kernel (an extern \"C\" __global__ function)"
                                          : fmt::format("there is no kernel '{}'; the module has {}", kernel, names));
    }
    std::vector<const ptx::Function*> todo{entry};
    std::vector<std::string_view> names;
    std::unordered_set<std::string_view> seen;
    m_functions[entry->name] = 0;
    m_program.functions.emplace_back().source = entry;
    while (!todo.empty()) {
        const ptx::Function* function = todo.back();
        todo.pop_back();
        for (const Operand& operand : function->operands)
            if (operand.variable < 0 && !operand.name.empty())
                names.push_back(operand.name);
        while (!names.empty()) {
            const std::string_view name = names.back();
            names.pop_back();
            if (m_functions.contains(name) || !seen.insert(name).second)
                continue;
            // A table of functions (a class's virtual ones) is mentioned like any other variable.
            if (const ptx::Variable* variable = moduleVariable(name))
                for (const ptx::Variable::Relocation& relocation : variable->relocations)
                    names.push_back(relocation.symbol);
            const ptx::Function* callee = module().find(name);
            if (callee == nullptr || !callee->hasBody || callee->isEntry)
                continue;
            m_functions[callee->name] = static_cast<int32_t>(m_program.functions.size());
            m_program.functions.emplace_back().source = callee;
            todo.push_back(callee);
        }
        if (m_program.functions.size() > 60000)
            throw ptx::PtxError(function->line, "the kernel reaches more than 60000 functions");
    }
}

void ProgramLowerer::placeShared() {
    placeReservedShared();
    uint64_t end = m_program.reservedSharedBytes;
    std::vector<const ptx::Variable*> dynamic;
    const auto place = [&](const ptx::Variable& variable) {
        if (variable.space != Space::Shared)
            return;
        if (variable.bytes == 0 || variable.isExtern) {
            dynamic.push_back(&variable);
            return;
        }
        end = (end + variable.align - 1) / variable.align * variable.align;
        m_shared[&variable] = end;
        m_program.sharedVariables.push_back({std::string(variable.name), end, variable.bytes, false});
        end += variable.bytes;
    };
    for (const FunctionCode& code : m_program.functions)
        for (const ptx::Variable& variable : code.source->variables)
            place(variable);
    // Of the module's shared variables only those that are mentioned take room.
    for (const ptx::Variable& variable : module().variables) {
        bool mentioned = false;
        for (const FunctionCode& code : m_program.functions)
            for (const Operand& operand : code.source->operands)
                mentioned |= operand.variable < 0 && !operand.name.empty() && operand.name == variable.name;
        if (mentioned)
            place(variable);
    }
    for (const ptx::Variable* variable : dynamic)
        end = (end + variable->align - 1) / variable->align * variable->align;
    for (const ptx::Variable* variable : dynamic) {
        m_shared[variable] = end;
        m_program.sharedVariables.push_back({std::string(variable->name), end, 0, true});
    }
    m_program.staticSharedBytes = end;
}

void ProgramLowerer::placeReservedShared() {
    for (const FunctionCode& code : m_program.functions)
        for (const Operand& operand : code.source->operands)
            if (operand.kind == Operand::Kind::Special && operand.name.starts_with("%reserved_smem_offset")) {
                m_program.sharedVariables.push_back({"reserved by the system", 0, reservedSharedBytes, false});
                m_program.reservedSharedBytes = reservedSharedBytes;
                return;
            }
}

void ProgramLowerer::placeGlobals() {
    for (const ptx::Variable& variable : module().variables) {
        if (variable.space != Space::Global && variable.space != Space::Const)
            continue;
        const memory::Allocation made =
            m_memory.allocate(variable.bytes, variable.name, variable.space == Space::Const);
        if (!variable.initial.empty())
            std::memcpy(made.host, variable.initial.data(), std::min<size_t>(variable.initial.size(), variable.bytes));
        m_globals[variable.name] = made.base;
    }
    for (const ptx::Variable& variable : module().variables)
        for (const ptx::Variable::Relocation& relocation : variable.relocations) {
            uint64_t value = static_cast<uint64_t>(relocation.addend);
            if (const auto global = moduleAddress(relocation.symbol))
                value += *global;
            else if (const int32_t function = functionIndex(relocation.symbol); function >= 0)
                value += functionHandles | static_cast<uint64_t>(function + 1);
            else
                continue; // of a function that this kernel cannot reach
            const memory::Allocation* place = m_memory.find(m_globals.at(variable.name));
            if (place != nullptr && relocation.at + relocation.bytes <= place->bytes)
                std::memcpy(place->host + relocation.at, &value, std::min<size_t>(relocation.bytes, 8));
        }
}

void ProgramLowerer::run(std::string_view kernel) {
    collectFunctions(kernel);
    placeShared();
    placeGlobals();
    const ptx::Function& entry = *m_program.functions.front().source;
    m_program.kernel = entry.name;
    for (const ptx::Variable& parameter : entry.params) {
        m_program.paramBytes = (m_program.paramBytes + parameter.align - 1) / parameter.align * parameter.align;
        m_program.paramBytes += parameter.bytes;
    }
    for (const auto& function : module().functions)
        if (!function->hasBody && (function->name == "malloc" || function->name == "__cuda_syscall_aligned_malloc"))
            m_program.heap = m_memory.allocate(SystemState::heapBytes, "the heap of malloc", false, {}, false).base;
    for (size_t i = 0; i < m_program.functions.size(); ++i)
        FunctionLowerer(*this, static_cast<uint16_t>(i)).run();
    for (Op& op : m_program.ops)
        if (op.run == runBranch || op.run == runJump)
            op.target = m_program.ops.data() + op.table;
}

Program lower(std::shared_ptr<const ptx::Module> module, std::string_view kernel, memory::DeviceMemory& memory) {
    Program program;
    program.module = std::move(module);
    ProgramLowerer(program, memory).run(kernel);
    return program;
}

} // namespace warplens::sim::simt
