// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/leads_before.h"

#include "sim/simt/liveness.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace warplens::sim::check {
namespace {

using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;

/// A sum of products of what is open, each with its factor; the product of nothing is the constant. Numbers have no end here:
/// what overflows is told elsewhere, and of what is beyond 64 bits nothing is known.
class Terms {
public:
    using Product = std::vector<uint32_t>; ///< of open things, ascending

    Terms() = default;
    explicit Terms(int64_t constant) { m_terms[{}] = constant; }
    static Terms of(uint32_t open) {
        Terms terms;
        terms.m_terms[{open}] = 1;
        return terms;
    }

    Terms plus(const Terms& other, int64_t times = 1) const {
        Terms sum = *this;
        for (const auto& [product, factor] : other.m_terms)
            sum.add(product, factor, times);
        sum.m_isBeyond |= other.m_isBeyond;
        return sum;
    }
    /// Nothing: it has become too long.
    std::optional<Terms> times(const Terms& other) const {
        Terms all;
        for (const auto& [a, factor] : m_terms)
            for (const auto& [b, otherFactor] : other.m_terms) {
                Product product = a;
                product.insert(product.end(), b.begin(), b.end());
                std::sort(product.begin(), product.end());
                if (product.size() > longest)
                    return std::nullopt;
                all.add(product, factor, otherFactor);
            }
        all.m_isBeyond |= m_isBeyond || other.m_isBeyond;
        return all;
    }
    std::optional<int64_t> constant() const {
        int64_t value = 0;
        if (m_isBeyond)
            return std::nullopt;
        for (const auto& [product, factor] : m_terms) {
            if (!product.empty() && factor != 0)
                return std::nullopt;
            value = product.empty() ? factor : value;
        }
        return value;
    }
    /// Whether it is less than 0 with whatever is 1 or more: it is so with 1, and grows with nothing.
    bool isNegative() const {
        int64_t sum = 0;
        for (const auto& [product, factor] : m_terms) {
            if ((!product.empty() && factor > 0) || __builtin_add_overflow(sum, factor, &sum))
                return false;
        }
        return sum < 0 && !m_isBeyond;
    }

private:
    static constexpr size_t longest = 4;

    void add(const Product& product, int64_t factor, int64_t times) {
        int64_t more = 0, &sum = m_terms[product];
        m_isBeyond |= __builtin_mul_overflow(factor, times, &more) || __builtin_add_overflow(sum, more, &sum);
    }

    std::map<Product, int64_t> m_terms;
    bool m_isBeyond = false;
};

class AddressMath {
public:
    AddressMath(const simt::Launch& launch, const ptx::Function& function, const simt::Dim3& block,
                const simt::Dim3& thread, HangsOn::Bits open)
        : m_launch(launch)
        , m_function(function)
        , m_block(block)
        , m_thread(thread)
        , m_open(open) {}

    /// How far an address leads from the pointer that it is made of. Nothing: it is made of none, or of more.
    std::optional<Terms> fromPointer(const Operand& place) const {
        const std::optional<Terms> offset = place.hasRegister ? offsetOf(place.id, 0) : std::nullopt;
        return offset ? std::optional(offset->plus(Terms(place.offset))) : std::nullopt;
    }

private:
    static constexpr int deepest = 64;
    static constexpr uint32_t ofBlock = 1000, ofGrid = 1003; ///< open sizes, beside the parameters' numbers

    /// The only instruction that writes the register, whatever happens; nullptr: there is not just one.
    const Instruction* writerOf(uint32_t reg) const {
        const Instruction* found = nullptr;
        for (const Instruction& in : m_function.instructions)
            for (const uint32_t written : simt::registerUse(m_function, in).writes)
                if (written == reg) {
                    if (found != nullptr || in.guarded || !in.known)
                        return nullptr;
                    found = &in;
                }
        return found;
    }

    /// Of a register that holds an address.
    std::optional<Terms> offsetOf(uint32_t reg, int depth) const {
        const Instruction* in = depth < deepest ? writerOf(reg) : nullptr;
        if (in == nullptr || ptx::typeBytes(in->type(0)) != 8)
            return std::nullopt;
        const auto operands = m_function.operandsOf(*in);
        if (in->opcode == Opcode::ld_)
            return parameterOf(operands[1]) && isWhole(operands[1]) ? std::optional(Terms(0)) : std::nullopt;
        if ((in->opcode == Opcode::mov_ || in->opcode == Opcode::cvta_) && operands.size() == 2)
            return operands[1].kind == Operand::Kind::Register ? offsetOf(operands[1].id, depth + 1) : std::nullopt;
        const bool sums = in->opcode == Opcode::add_ || in->opcode == Opcode::sub_;
        if (in->opcode == Opcode::mad_ && in->has(Mod::wide) && operands.size() == 4) {
            const auto base =
                operands[3].kind == Operand::Kind::Register ? offsetOf(operands[3].id, depth + 1) : std::nullopt;
            const std::optional<Terms> factors[3] = {valueOf(operands[1], depth + 1), valueOf(operands[2], depth + 1)};
            const auto product = factors[0] && factors[1] ? computed(*in, 2, factors) : std::nullopt;
            return base && product ? std::optional(base->plus(*product)) : std::nullopt;
        }
        if (!sums || operands.size() != 3)
            return std::nullopt;
        for (size_t i = 1; i < (in->opcode == Opcode::sub_ ? 2u : 3u); ++i) { // one of the two is the pointer
            const auto base =
                operands[i].kind == Operand::Kind::Register ? offsetOf(operands[i].id, depth + 1) : std::nullopt;
            const auto more = base ? valueOf(operands[3 - i], depth + 1) : std::nullopt;
            if (more)
                return base->plus(*more, in->opcode == Opcode::sub_ ? -1 : 1);
        }
        return std::nullopt;
    }

    /// Of a number, made longer or not.
    std::optional<Terms> valueOf(const Operand& operand, int depth) const {
        if (operand.kind == Operand::Kind::Integer)
            return Terms(static_cast<int64_t>(operand.bits));
        if (operand.kind == Operand::Kind::Special)
            return special(operand.name);
        const Instruction* in =
            operand.kind == Operand::Kind::Register && depth < deepest ? writerOf(operand.id) : nullptr;
        if (in == nullptr)
            return std::nullopt;
        const auto operands = m_function.operandsOf(*in);
        if (in->opcode == Opcode::ld_ && operands.size() == 2)
            return argument(operands[1], *in);
        std::optional<Terms> terms[3];
        if (operands.size() < 2 || operands.size() > 4)
            return std::nullopt;
        for (size_t i = 1; i < operands.size(); ++i)
            if (terms[i - 1] = valueOf(operands[i], depth + 1); !terms[i - 1])
                return std::nullopt;
        return computed(*in, operands.size() - 1, terms);
    }

    std::optional<Terms> computed(const Instruction& in, size_t count, const std::optional<Terms> (&terms)[3]) const {
        const bool multiplies = in.has(Mod::lo) || in.has(Mod::wide);
        for (size_t i = 0; i < count; ++i)
            if (widensUnsigned(in) && terms[i]->constant().value_or(-1) < 0) // less than 0 is very much there
                return std::nullopt;
        if (count == 1 && (in.opcode == Opcode::mov_ || in.opcode == Opcode::cvt_) && isInteger(in))
            return terms[0];
        if (count == 1 && in.opcode == Opcode::neg_)
            return Terms(0).plus(*terms[0], -1);
        if (count == 2 && in.opcode == Opcode::add_)
            return terms[0]->plus(*terms[1]);
        if (count == 2 && in.opcode == Opcode::sub_)
            return terms[0]->plus(*terms[1], -1);
        if (count == 2 && in.opcode == Opcode::shl_)
            if (const auto by = terms[1]->constant(); by && *by >= 0 && *by < 31)
                return terms[0]->times(Terms(int64_t(1) << *by));
        if (count >= 2 && multiplies && (in.opcode == Opcode::mul_ || in.opcode == Opcode::mad_)) {
            const auto product = terms[0]->times(*terms[1]);
            return product && count == 3 ? std::optional(product->plus(*terms[2])) : product;
        }
        return std::nullopt;
    }
    static bool widensUnsigned(const Instruction& in) {
        const ptx::Type from = in.type(in.opcode == Opcode::cvt_ ? 1 : 0);
        return (in.has(Mod::wide) || in.opcode == Opcode::cvt_) && ptx::typeKind(from) != ptx::TypeKind::Signed;
    }
    static bool isInteger(const Instruction& in) {
        for (size_t i = 0; i < in.typeCount; ++i)
            if (ptx::typeKind(in.type(i)) == ptx::TypeKind::Float)
                return false;
        return true;
    }

    std::optional<Terms> special(std::string_view name) const {
        const std::pair<std::string_view, simt::Dim3> known[] = {
            {"%tid.", m_thread}, {"%ctaid.", m_block}, {"%ntid.", m_launch.block}, {"%nctaid.", m_launch.grid}};
        for (const auto& [prefix, dim] : known) {
            if (!name.starts_with(prefix) || name.size() != prefix.size() + 1)
                continue;
            const auto axis = static_cast<uint32_t>(name.back() - 'x');
            if (prefix == "%ntid." && (m_open & HangsOn::blockSize) != 0)
                return Terms::of(ofBlock + axis);
            if (prefix == "%nctaid." && (m_open & HangsOn::gridSize) != 0)
                return Terms::of(ofGrid + axis);
            return Terms(int64_t(axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z));
        }
        return std::nullopt;
    }

    /// Its number, and where it begins.
    std::optional<std::pair<size_t, uint64_t>> parameterOf(const Operand& place) const {
        uint64_t at = 0;
        for (size_t i = 0; i < m_function.params.size(); ++i) {
            const ptx::Variable& parameter = m_function.params[i];
            at = (at + parameter.align - 1) / parameter.align * parameter.align;
            if (!place.hasRegister && place.name == parameter.name)
                return std::pair(i, at);
            at += parameter.bytes;
        }
        return std::nullopt;
    }
    bool isWhole(const Operand& place) const {
        const auto parameter = parameterOf(place);
        return parameter && place.offset == 0 && m_function.params[parameter->first].bytes == 8;
    }

    std::optional<Terms> argument(const Operand& place, const Instruction& in) const {
        const auto parameter = parameterOf(place);
        const unsigned bytes = ptx::typeBytes(in.type(0));
        if (!parameter || !in.has(Mod::param) || (bytes != 4 && bytes != 8))
            return std::nullopt;
        if ((m_open & HangsOn::parameter(parameter->first)) != 0)
            return place.offset == 0 ? std::optional(Terms::of(static_cast<uint32_t>(parameter->first))) : std::nullopt;
        const uint64_t at = parameter->second + static_cast<uint64_t>(place.offset);
        int64_t value = 0;
        if (at + bytes > m_launch.params.size())
            return std::nullopt;
        std::memcpy(&value, m_launch.params.data() + at, bytes);
        return Terms(bytes == 4 ? static_cast<int32_t>(value) : value);
    }

    const simt::Launch& m_launch;
    const ptx::Function& m_function;
    const simt::Dim3 m_block, m_thread;
    const HangsOn::Bits m_open;
};

} // namespace

bool leadsBefore(const simt::Program& program, const simt::Launch& launch, uint32_t ptxLine, const simt::Dim3& block,
                 const simt::Dim3& thread, HangsOn::Bits open) {
    const auto isFirst = [](const simt::Dim3& index) { return index.x == 0 && index.y == 0 && index.z == 0; };
    if (((open & HangsOn::gridSize) != 0 && !isFirst(block)) || ((open & HangsOn::blockSize) != 0 && !isFirst(thread)))
        return false; // there may be no such thread
    const ptx::Function& function = *program.functions.front().source;
    for (const Instruction& in : function.instructions) {
        const Operand* place = in.line == ptxLine ? simt::placeOf(function, in) : nullptr;
        if (place == nullptr)
            continue;
        const auto offset = AddressMath(launch, function, block, thread, open).fromPointer(*place);
        return offset && offset->isNegative();
    }
    return false;
}

} // namespace warplens::sim::check
