// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/lowering.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::simt {

namespace {

Frame frameOf(const ptx::Function& function) {
    Frame frame;
    const auto place = [&](const ptx::Variable& variable) {
        frame.bytes = (frame.bytes + variable.align - 1) / variable.align * variable.align;
        frame.offsets[&variable] = frame.bytes;
        frame.bytes += static_cast<uint32_t>(std::min<uint64_t>(variable.bytes, 1u << 24));
    };
    if (!function.isEntry)
        for (const ptx::Variable& variable : function.params)
            place(variable);
    for (const ptx::Variable& variable : function.returns)
        place(variable);
    for (const ptx::Variable& variable : function.variables)
        if (variable.space == Space::Local || variable.space == Space::Param)
            place(variable);
    frame.bytes = (frame.bytes + 15) / 16 * 16;
    return frame;
}

} // namespace

FunctionLowering::FunctionLowering(ProgramLowerer& owner, uint16_t index)
    : m_owner(owner)
    , m_program(owner.program())
    , m_function(*m_program.functions[index].source)
    , m_index(index)
    , m_graph(flowGraph(m_function))
    , m_contracted(contractions(m_function, m_graph))
    , m_slots(assignSlots(m_function, m_graph, m_contracted))
    , m_room(m_program.functions[index], m_slots.bytes)
    , m_frame(frameOf(m_function)) {}

uint32_t FunctionLowering::registerSlot(const Instruction& in, const Operand& operand, bool predicate) const {
    if (operand.kind != Operand::Kind::Register)
        refuse(in, predicate ? "a predicate is expected" : "a register is expected");
    if ((registerType(operand) == Type::pred) != predicate)
        refuse(in, fmt::format("{} is {}", m_function.registerName(operand.id),
                               predicate ? "no predicate" : "a predicate, where a value is expected"));
    return m_slots.offset[operand.id];
}

uint32_t FunctionLowering::specialRegister(const Instruction& in, std::string_view name, bool wide) {
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
        {"%envreg1", Special::EnvReg1}, // where the driver puts the barrier of the grid
        {"%envreg2", Special::EnvReg2},
        {"%cluster_ctarank", Special::ClusterCtaRank},
        {"%cluster_nctarank", Special::ClusterNctaRank},
        {"%cluster_ctaid.x", Special::ClusterCtaidX},
        {"%cluster_ctaid.y", Special::ClusterCtaidY},
        {"%cluster_ctaid.z", Special::ClusterCtaidZ},
        {"%cluster_nctaid.x", Special::ClusterNctaidX},
        {"%cluster_nctaid.y", Special::ClusterNctaidY},
        {"%cluster_nctaid.z", Special::ClusterNctaidZ},
        {"%clusterid.x", Special::ClusteridX},
        {"%clusterid.y", Special::ClusteridY},
        {"%clusterid.z", Special::ClusteridZ},
        {"%nclusterid.x", Special::NclusteridX},
        {"%nclusterid.y", Special::NclusteridY},
        {"%nclusterid.z", Special::NclusteridZ},
    };
    for (const Row& row : rows)
        if (row.name == name)
            return m_room.special(row.what, wide);
    if (name.starts_with("%envreg") || name.starts_with("%pm") || name == "%current_graph_exec")
        return m_room.special(Special::Zero, wide);
    if (name.starts_with("%reserved_smem_offset_"))
        return m_room.constant(name.ends_with("cap") ? ProgramLowerer::reservedSharedBytes
                               : name.ends_with("end")
                                   ? ProgramLowerer::reservedShared() + ProgramLowerer::reservedSharedBytes
                                   : ProgramLowerer::reservedShared(),
                               wide);
    refuse(in, fmt::format("Warplens does not know the special register {}", name));
}

std::optional<uint64_t> FunctionLowering::symbolAddress(const Instruction& in, const Operand& operand,
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
        return m_frame.offsets.at(variable) + static_cast<uint64_t>(operand.offset);
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
    if (const auto handle = m_owner.functionHandle(operand.name)) {
        space = Space::Register;
        return *handle;
    }
    refuse(in, fmt::format("'{}' is declared nowhere", operand.name));
}

uint32_t FunctionLowering::fittingSlot(const Instruction& in, const Operand& operand, Type type) const {
    const uint32_t slot = registerSlot(in, operand, type == Type::pred);
    if (type != Type::pred && slotSize(registerType(operand)) != slotSize(type))
        refuse(in, fmt::format("the register {} has the type .{}, which does not fit .{}",
                               m_function.registerName(operand.id), ptx::typeName(registerType(operand)),
                               ptx::typeName(type)));
    return slot;
}

uint32_t FunctionLowering::source(const Instruction& in, const Operand& operand, Type type) {
    const bool wide = ptx::typeBytes(type) > 4;
    if (ptx::typeBytes(type) > 8 && operand.kind != Operand::Kind::Register)
        refuse(in, "a register of 128 bits is expected");
    switch (operand.kind) {
    case Operand::Kind::Register:
        return fittingSlot(in, operand, type);
    case Operand::Kind::Integer:
        return m_room.constant(operand.bits, wide);
    case Operand::Kind::Float32:
        if (type == Type::f64)
            return m_room.constant(
                std::bit_cast<uint64_t>(double(std::bit_cast<float>(static_cast<uint32_t>(operand.bits)))), true);
        return m_room.constant(operand.bits, wide);
    case Operand::Kind::Float64:
        if (type == Type::f32)
            return m_room.constant(std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits))),
                                   false);
        return m_room.constant(operand.bits, wide);
    case Operand::Kind::Special:
        return specialRegister(in, operand.name, wide);
    case Operand::Kind::Symbol: {
        Space space{};
        const uint64_t value = *symbolAddress(in, operand, space);
        if (space == Space::Local && !m_function.isEntry)
            refuse(in, "the address of a local variable is expected in mov only");
        return m_room.constant(value, wide);
    }
    default:
        refuse(in, "a register or a constant is expected");
    }
}

uint32_t FunctionLowering::destination(const Instruction& in, const Operand& operand, Type type) {
    const bool wide = ptx::typeBytes(type) > 4;
    if (operand.kind == Operand::Kind::Sink)
        return ptx::typeBytes(type) > 8 ? m_room.extra(widestSlotBytes) : m_room.temporary(wide);
    return fittingSlot(in, operand, type);
}

Address FunctionLowering::address(const Instruction& in, const Operand& operand, Space* found) {
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
        result.slot = m_room.constant(0, true);
        return result;
    }
    Space space{};
    const uint64_t value = *symbolAddress(in, operand, space);
    if (found != nullptr)
        *found = space;
    result.offset = static_cast<int64_t>(value);
    // Local memory is seen from the function's frame.
    result.slot =
        space == Space::Local && !m_function.isEntry ? m_room.special(Special::Frame, true) : m_room.constant(0, true);
    return result;
}

Op& FunctionLowering::emit(const Instruction& in, Handler handler) {
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

Op& FunctionLowering::emitLane(const Instruction& in, const LaneKey& key, uint32_t d, uint32_t a, uint32_t b,
                               uint32_t c) {
    const Handler handler = lanes().select(key);
    if (handler == nullptr)
        refuse(in, "Warplens does not know this combination of types and modifiers");
    Op& op = emit(in, handler);
    op.d = d;
    op.a = a;
    op.b = b;
    op.c = c;
    return op;
}

Op& FunctionLowering::emitAccess(const Instruction& in, Handler handler, MemoryOp memory, const Address& place) {
    Op& op = emit(in, handler);
    op.a = place.slot;
    op.imm = place.offset;
    op.extra = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.address64 = place.wide;
    addAccess(memory);
    return op;
}

void FunctionLowering::addAccess(MemoryOp memory) {
    memory.index = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.function = m_index;
    memory.instruction = m_program.ops.back().instruction;
    memory.op = static_cast<uint32_t>(m_program.ops.size() - 1);
    m_program.memoryOps.push_back(memory);
}

void FunctionLowering::setTarget(uint32_t block, int32_t meeting) {
    m_fixups.push_back({static_cast<uint32_t>(m_program.ops.size() - 1), static_cast<int32_t>(block), meeting});
}

void FunctionLowering::skipUnlessGuard(const Instruction& in) {
    if (!in.guarded)
        return;
    Op& op = emit(in, runBranch);
    op.guardFlip = ~op.guardFlip;
    setTarget(m_block + 1, static_cast<int32_t>(m_block + 1));
}

std::optional<uint32_t> FunctionLowering::keptFactor(uint32_t product, bool second) const {
    const auto found = m_kept.find({product, second});
    return found == m_kept.end() ? std::nullopt : std::optional(found->second);
}

std::span<const Operand> FunctionLowering::elements(const Operand& operand) const {
    return operand.kind == Operand::Kind::Vector ? m_function.elementsOf(operand) : std::span(&operand, 1);
}

std::span<const Operand> FunctionLowering::operands(const Instruction& in, size_t minimum, size_t maximum) const {
    const auto list = m_function.operandsOf(in);
    if (list.size() < minimum || list.size() > maximum)
        refuse(in, fmt::format("it has {} operands instead of {}", list.size(), ptx::opcodeInfo(in.opcode).operands));
    return list;
}

} // namespace warplens::sim::simt
