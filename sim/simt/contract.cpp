// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/contract.h"

#include "sim/simt/liveness.h"

#include <algorithm>
#include <vector>

namespace warplens::sim::simt {
namespace {

using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

constexpr int32_t none = -1;

bool hasRounding(const Instruction& in) {
    return in.has(Mod::rn) || in.has(Mod::rz) || in.has(Mod::rm) || in.has(Mod::rp);
}

bool isArithmetic(const Instruction& in) {
    return in.known && ptx::isFloat(in.type()) && !hasRounding(in);
}

bool isProduct(const Instruction& in) {
    return in.opcode == Opcode::mul_ && isArithmetic(in) && !in.has(Mod::sat) && !in.guarded && in.operandCount == 3;
}

bool isSum(const Instruction& in) {
    return (in.opcode == Opcode::add_ || in.opcode == Opcode::sub_) && isArithmetic(in) && in.operandCount == 3;
}

/// Whether ptxas makes several basic blocks of the instruction. What it joins lies on one side of it.
bool isBranchInside(const ptx::Function& function, const Instruction& in) {
    if (!in.known)
        return false;
    const Type type = in.type();
    switch (in.opcode) {
    case Opcode::div_:
    case Opcode::rem_:
        return ptx::isFloat(type) ? hasRounding(in) : type != Type::u32;
    case Opcode::rcp_:
    case Opcode::sqrt_: {
        const auto operands = function.operandsOf(in);
        const bool constant = operands.size() == 2 && operands[1].kind != Operand::Kind::Register;
        return hasRounding(in) && !constant;
    }
    case Opcode::rsqrt_:
        return type == Type::f64 && !in.has(Mod::ftz);
    case Opcode::bfind_:
        return ptx::typeBytes(type) == 8;
    case Opcode::membar_:
    case Opcode::fence_:
    case Opcode::brkpt_:
        return true;
    default: // under a predicate, what does not only compute is jumped over
        return in.guarded && ptx::opcodeInfo(in.opcode).family != ptx::Family::Lane;
    }
}

struct Product {
    uint32_t instruction = 0, piece = 0;
    bool neededElsewhere = false;
    std::vector<uint32_t> sums; ///< that add it, by their number within the block
};

/// What a register holds: a product, or what was moved or negated from it.
struct Value {
    int32_t product = none;
    bool negated = false;
};

struct Sum {
    uint32_t instruction = 0;
    Value value[2];
    int32_t joined = none; ///< which of the two
};

class BlockContractor {
public:
    BlockContractor(const ptx::Function& function, const std::vector<RegisterUse>& uses,
                    const std::vector<uint32_t>& readCount, Contractions& result)
        : m_function(function)
        , m_uses(uses)
        , m_readCount(readCount)
        , m_result(result)
        , m_registers(function.registers.size()) {}

    void run(const FlowBlock& block) {
        const auto first = m_function.instructions.begin() + block.first;
        const auto end = m_function.instructions.begin() + block.end;
        if (std::none_of(first, end, isProduct) || std::none_of(first, end, isSum))
            return;
        ++m_block;
        m_products.clear();
        m_sums.clear();
        m_written.clear();
        for (uint32_t i = block.first; i < block.end; ++i)
            visit(i);
        // What is still in a register may be read in another block, or when the loop comes round.
        for (const uint32_t r : m_written)
            if (valueOf(r).product != none && m_readCount[r] != m_registers[r].reads)
                productOf(valueOf(r)).neededElsewhere = true;
        join();
        collect();
    }

private:
    Product& productOf(const Value& value) { return m_products[static_cast<size_t>(value.product)]; }
    /// What the register holds, where this block has written it.
    Value valueOf(uint32_t r) const { return m_registers[r].block == m_block ? m_registers[r].value : Value{}; }
    Value valueOf(const Operand& operand) const {
        return operand.kind == Operand::Kind::Register ? valueOf(operand.id) : Value{};
    }
    /// .ftz on both sides or on none, so that there is one way to join them.
    bool flushesAlike(const Value& value, const Instruction& in) {
        return m_function.instructions[productOf(value).instruction].has(Mod::ftz) == in.has(Mod::ftz);
    }

    /// Notes what the instruction does with products and puts a new one into its register.
    void visit(uint32_t index) {
        const Instruction& in = m_function.instructions[index];
        const RegisterUse& use = m_uses[index];
        m_piece += isBranchInside(m_function, in);
        const auto operands = m_function.operandsOf(in);
        Value written;
        bool understood = false;
        if (in.known && !in.guarded && operands.size() == 2 &&
            (in.opcode == Opcode::mov_ || (in.opcode == Opcode::neg_ && ptx::isFloat(in.type()))) &&
            operands[0].kind == Operand::Kind::Register) {
            const Value value = valueOf(operands[1]);
            understood = value.product != none && (in.opcode == Opcode::mov_ || flushesAlike(value, in));
            if (understood)
                written = {value.product, value.negated != (in.opcode == Opcode::neg_)};
        } else if (isSum(in)) {
            understood = true;
            Sum sum;
            sum.instruction = index;
            for (const int i : {0, 1})
                sum.value[i] = valueOf(operands[static_cast<size_t>(i) + 1]);
            for (const Value& value : sum.value) {
                if (value.product == none)
                    continue;
                Product& product = productOf(value);
                if (product.piece == m_piece && flushesAlike(value, in) &&
                    m_function.instructions[product.instruction].type() == in.type() &&
                    sum.value[0].product != sum.value[1].product)
                    product.sums.push_back(static_cast<uint32_t>(m_sums.size()));
                else
                    product.neededElsewhere = true;
            }
            if (in.guarded && operands[0].kind == Operand::Kind::Register)
                if (const Value kept = valueOf(operands[0]); kept.product != none)
                    productOf(kept).neededElsewhere = true;
            m_sums.push_back(sum);
        }
        for (const uint32_t r : use.reads) {
            if (valueOf(r).product != none && !understood)
                productOf(valueOf(r)).neededElsewhere = true;
            if (m_registers[r].block == m_block)
                ++m_registers[r].reads;
        }
        if (isProduct(in) && operands[0].kind == Operand::Kind::Register) {
            written = {static_cast<int32_t>(m_products.size()), false};
            m_products.push_back({index, m_piece, false, {}});
        }
        for (const uint32_t r : use.writes) {
            if (m_registers[r].block != m_block) {
                m_written.push_back(r);
                m_registers[r] = {m_block, 0, {}};
            }
            m_registers[r].value = written;
        }
    }

    /// Products that one sum needs come first, its first operand before the second; then those that several sums need,
    /// where every one of them can take it in: the one that the fewest need.
    void join() {
        for (Sum& sum : m_sums)
            for (const int i : {0, 1})
                if (const Value& value = sum.value[i]; sum.joined == none && value.product != none) {
                    const Product& product = productOf(value);
                    if (!product.neededElsewhere && product.sums.size() == 1)
                        sum.joined = i;
                }
        for (Sum& sum : m_sums) {
            if (sum.joined != none)
                continue;
            size_t fewest = SIZE_MAX;
            int32_t best = none;
            for (const int i : {0, 1})
                if (const Value& value = sum.value[i]; value.product != none && allTakeIn(value.product)) {
                    const size_t count = productOf(value).sums.size();
                    if (count < fewest) {
                        fewest = count;
                        best = i;
                    }
                }
            sum.joined = best;
        }
    }
    bool allTakeIn(int32_t number) {
        const Product& product = m_products[static_cast<size_t>(number)];
        return !product.neededElsewhere && std::all_of(product.sums.begin(), product.sums.end(), [&](uint32_t s) {
            const Sum& sum = m_sums[s];
            return sum.joined == none || sum.value[sum.joined].product == number;
        });
    }

    void collect() {
        for (const Sum& sum : m_sums) {
            if (sum.joined == none)
                continue;
            const Instruction& in = m_function.instructions[sum.instruction];
            const Value& value = sum.value[sum.joined];
            const uint32_t mul = productOf(value).instruction;
            const auto factors = m_function.operandsOf(m_function.instructions[mul]);
            const bool subtracts = in.opcode == Opcode::sub_;
            Contraction& made = m_result.sums[sum.instruction];
            made.product = mul;
            made.a = factors[1];
            made.b = factors[2];
            made.c = m_function.operandsOf(in)[sum.joined == 0 ? 2 : 1];
            made.negatesProduct = value.negated != (subtracts && sum.joined == 1);
            made.negatesAddend = subtracts && sum.joined == 0;
            Contractions::Product& product = m_result.products[mul];
            for (uint32_t i = mul; i < sum.instruction; ++i)
                for (const uint32_t r : m_uses[i].writes) {
                    product.keepA |= made.a.kind == Operand::Kind::Register && made.a.id == r;
                    product.keepB |= made.b.kind == Operand::Kind::Register && made.b.id == r;
                }
        }
        for (const Product& product : m_products)
            if (const auto found = m_result.products.find(product.instruction); found != m_result.products.end())
                found->second.gone = std::all_of(product.sums.begin(), product.sums.end(), [&](uint32_t s) {
                    const Sum& sum = m_sums[s];
                    return sum.joined != none && productOf(sum.value[sum.joined]).instruction == product.instruction;
                });
    }

    const ptx::Function& m_function;
    const std::vector<RegisterUse>& m_uses;
    const std::vector<uint32_t>& m_readCount;
    Contractions& m_result;
    struct Register {
        uint32_t block = 0; ///< that has written it last
        uint32_t reads = 0; ///< of what that block has written
        Value value;
    };
    std::vector<Register> m_registers;
    std::vector<uint32_t> m_written; ///< registers that this block has written
    std::vector<Product> m_products;
    std::vector<Sum> m_sums;
    uint32_t m_block = 0, m_piece = 0;
};

} // namespace

Contractions contractions(const ptx::Function& function, const FlowGraph& graph) {
    Contractions result;
    if (std::none_of(function.instructions.begin(), function.instructions.end(), isProduct))
        return result;
    std::vector<RegisterUse> uses;
    std::vector<uint32_t> readCount(function.registers.size());
    for (const Instruction& instruction : function.instructions) {
        uses.push_back(registerUse(function, instruction));
        for (const uint32_t r : uses.back().reads)
            ++readCount[r];
    }
    BlockContractor contractor(function, uses, readCount, result);
    for (const FlowBlock& block : graph.blocks)
        contractor.run(block);
    return result;
}

} // namespace warplens::sim::simt
