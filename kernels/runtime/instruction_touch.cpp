// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/instruction_touch.h"

#include <array>
#include <cstring>

// NOLINTBEGIN(bugprone-branch-clone): each branch is a row of the table of instructions.
namespace warplens::runtime {
namespace {

/// Registers by their number in an instruction.
constexpr std::array<int, 16> numbered{REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                       REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

class Decoder {
public:
    Decoder(const uint8_t* code, const greg_t* registers, uint64_t threadBase)
        : m_code(code)
        , m_registers(registers)
        , m_threadBase(threadBase) {}

    InstructionTouch decode() {
        prefixes();
        const uint8_t opcode = *m_code++;
        if (opcode == 0x0f)
            twoBytes(*m_code++);
        else if (opcode == 0xc5 || opcode == 0xc4)
            vector(opcode == 0xc5);
        else
            oneByte(opcode);
        return m_touch;
    }

private:
    uint64_t reg(unsigned number) const { return static_cast<uint64_t>(m_registers[numbered[number]]); }
    uint64_t stack() const { return reg(4); }

    void prefixes() {
        for (;; ++m_code)
            switch (*m_code) {
            case 0x66:
                m_short = true;
                break;
            case 0xf2:
            case 0xf3:
                m_repeat = *m_code;
                break;
            case 0x64:
                m_segmentBase = m_threadBase;
                break;
            case 0x65:
            case 0x67:
                m_odd = true;
                break;
            case 0x2e:
            case 0x36:
            case 0x3e:
            case 0x26:
            case 0xf0:
                break;
            default:
                if ((*m_code & 0xf0) == 0x40)
                    m_rex = *m_code++;
                return;
            }
    }

    void unknown() { m_touch.kind = InstructionTouch::Kind::Unknown; }
    void touch(uint64_t address, uint32_t bytes, bool overwrites = false) {
        m_touch.pieces[m_touch.count++] = {address, bytes, overwrites};
    }
    unsigned operandBytes() const { return (m_rex & 8) != 0 ? 8 : m_short ? 2 : 4; }
    unsigned bytesOf(uint8_t opcode) const { return (opcode & 1) == 0 ? 1 : operandBytes(); }

    /// The operand that may lie in memory. `immediate`: bytes that follow it, which a place relative to the next
    /// instruction counts.
    void modrm(uint32_t bytes, bool overwrites = false, unsigned immediate = 0) {
        const uint8_t modes = *m_code++;
        const unsigned mod = modes >> 6;
        unsigned base = modes & 7;
        if (mod == 3)
            return;
        if (m_odd)
            return unknown();
        uint64_t address = m_segmentBase;
        bool absolute = false;
        if (base == 4) {
            const uint8_t scaled = *m_code++;
            const unsigned index = (scaled >> 3 & 7) | (m_rex & 2) << 2;
            if (index != 4)
                address += reg(index) << (scaled >> 6);
            base = scaled & 7;
            absolute = base == 5 && mod == 0;
            if (!absolute)
                address += reg(base | (m_rex & 1) << 3);
        } else if (base == 5 && mod == 0) {
            int32_t offset = 0;
            std::memcpy(&offset, m_code, sizeof offset);
            address += reinterpret_cast<uint64_t>(m_code) + 4 + immediate + static_cast<uint64_t>(int64_t(offset));
            return touch(address, bytes, overwrites);
        } else {
            address += reg(base | (m_rex & 1) << 3);
        }
        if (mod == 1) {
            address += static_cast<uint64_t>(int64_t(static_cast<int8_t>(*m_code)));
        } else if (mod == 2 || absolute) {
            int32_t offset = 0;
            std::memcpy(&offset, m_code, sizeof offset);
            address += static_cast<uint64_t>(int64_t(offset));
        }
        touch(address, bytes, overwrites);
    }

    void oneByte(uint8_t opcode) {
        const unsigned immediate = bytesOf(opcode) == 8 ? 4 : bytesOf(opcode);
        if (opcode < 0x40) { // arithmetic, in rows of eight
            if ((opcode & 7) < 4)
                modrm(bytesOf(opcode));
            else if ((opcode & 7) > 5)
                unknown();
        } else if (opcode < 0x58 || opcode == 0x68 || opcode == 0x6a) { // push
            touch(stack() - 8, 8, true);
        } else if (opcode < 0x60 || opcode == 0xc2 || opcode == 0xc3) { // pop, return
            touch(stack(), 8);
        } else if (opcode == 0x63) {
            modrm(4);
        } else if (opcode == 0x69 || opcode == 0x6b) {
            modrm(operandBytes(), false, opcode == 0x6b ? 1 : m_short ? 2 : 4);
        } else if (opcode == 0x81 || opcode == 0x80 || opcode == 0x83) {
            modrm(bytesOf(opcode), false, opcode == 0x81 ? immediate : 1);
        } else if (opcode >= 0x84 && opcode <= 0x8b) {
            modrm(bytesOf(opcode), opcode == 0x88 || opcode == 0x89);
        } else if (opcode == 0x8d) { // an address, and no access
            const unsigned before = m_touch.count;
            modrm(0);
            m_touch.count = before;
        } else if (opcode == 0xc0 || opcode == 0xc1) {
            modrm(bytesOf(opcode), false, 1);
        } else if (opcode == 0xc6 || opcode == 0xc7) {
            modrm(bytesOf(opcode), true, immediate);
        } else if (opcode == 0xc9) { // leave
            touch(reg(5), 8);
        } else if (opcode >= 0xd0 && opcode <= 0xd3) {
            modrm(bytesOf(opcode));
        } else if (opcode == 0xe8) { // call
            touch(stack() - 8, 8, true);
        } else if (opcode == 0xf6 || opcode == 0xf7) {
            modrm(bytesOf(opcode), false, (*m_code >> 3 & 7) < 2 ? immediate : 0);
        } else if (opcode == 0xfe || opcode == 0xff) {
            const unsigned which = *m_code >> 3 & 7;
            modrm(opcode == 0xff && which >= 2 ? 8 : bytesOf(opcode));
            if (opcode == 0xff && (which == 2 || which == 6))
                touch(stack() - 8, 8, true);
            else if (which == 3 || which == 5)
                unknown();
        } else if (!(opcode >= 0x70 && opcode <= 0x7f) && !(opcode >= 0x90 && opcode <= 0x99) && opcode != 0xa8 &&
                   opcode != 0xa9 && !(opcode >= 0xb0 && opcode <= 0xbf) && opcode != 0xe9 && opcode != 0xeb) {
            unknown();
        }
    }

    void twoBytes(uint8_t opcode) {
        const uint32_t packed = m_repeat == 0xf3 ? 4 : m_repeat == 0xf2 ? 8 : 16;
        if (opcode == 0x05) {
            m_touch.kind = InstructionTouch::Kind::Syscall;
        } else if (opcode == 0x1e || opcode == 0x1f || opcode == 0x0d || opcode == 0x18) { // nothing is done
            return;
        } else if (opcode == 0x10 || opcode == 0x28 || opcode == 0x6f) {
            modrm(packed);
        } else if (opcode == 0x11 || opcode == 0x29 || opcode == 0x7f) {
            modrm(opcode == 0x7f ? 16 : packed, true);
        } else if (opcode == 0x7e) {
            m_repeat == 0xf3 ? modrm(8) : modrm((m_rex & 8) != 0 ? 8 : 4, true);
        } else if (opcode == 0xd6) {
            modrm(8, true);
        } else if (opcode == 0x38 || opcode == 0x3a) {
            ++m_code;
            modrm(16, false, opcode == 0x3a ? 1 : 0);
        } else if (opcode >= 0x40 && opcode <= 0x4f) {
            modrm(operandBytes());
        } else if (opcode >= 0x80 && opcode <= 0x8f) { // jumps
            return;
        } else if (opcode >= 0x90 && opcode <= 0x9f) {
            modrm(1, true);
        } else if (opcode == 0xb6 || opcode == 0xbe) {
            modrm(1);
        } else if (opcode == 0xb7 || opcode == 0xbf) {
            modrm(2);
        } else if (opcode == 0xaf || opcode == 0xba || opcode == 0xbc || opcode == 0xbd) {
            modrm(operandBytes(), false, opcode == 0xba ? 1 : 0);
        } else if (opcode == 0xb0 || opcode == 0xb1 || opcode == 0xc0 || opcode == 0xc1) {
            modrm(bytesOf(opcode));
        } else if (opcode == 0xae) { // fences, where there is no operand
            *m_code >> 6 == 3 ? void() : unknown();
        } else if (opcode == 0x2a && m_repeat != 0) { // a whole number that is converted
            modrm(operandBytes());
        } else if ((opcode >= 0x2a && opcode <= 0x2f) || (opcode >= 0x50 && opcode <= 0x76) ||
                   (opcode >= 0xd0 && opcode != 0xff && opcode != 0xe7)) {
            modrm(m_repeat != 0 ? packed : opcode == 0x2e || opcode == 0x2f ? (m_short ? 8 : 4) : 16);
        } else if (!(opcode >= 0xc8 && opcode <= 0xcf)) {
            unknown();
        }
    }

    /// Instructions of vectors that cannot store are taken, others are not known.
    void vector(bool isShort) {
        const uint8_t first = *m_code++;
        unsigned map = 1, bits = first;
        if (isShort) {
            m_rex = static_cast<uint8_t>((first & 0x80) != 0 ? 0 : 4);
        } else {
            map = first & 31;
            m_rex = static_cast<uint8_t>((~first >> 5 & 7));
            bits = *m_code++;
        }
        const uint8_t opcode = *m_code++;
        if (map == 1 && opcode == 0x77) // vzeroupper
            return;
        const bool compares = map == 1 && (opcode == 0x2e || opcode == 0x2f || (opcode >= 0x54 && opcode <= 0x57) ||
                                           opcode == 0xef || opcode == 0xd7 || (opcode >= 0x74 && opcode <= 0x76));
        if (!compares && *m_code >> 6 != 3)
            return unknown();
        const bool isScalar = opcode == 0x2e || opcode == 0x2f;
        modrm(isScalar ? ((bits & 3) == 1 ? 8 : 4) : (bits & 4) != 0 ? 32 : 16);
    }

    const uint8_t* m_code;
    const greg_t* m_registers;
    uint64_t m_threadBase, m_segmentBase = 0;
    uint8_t m_rex = 0, m_repeat = 0;
    bool m_short = false, m_odd = false;
    InstructionTouch m_touch;
};

} // namespace

InstructionTouch touchOf(const uint8_t* code, const greg_t* registers, uint64_t threadBase) {
    return Decoder(code, registers, threadBase).decode();
}

} // namespace warplens::runtime
// NOLINTEND(bugprone-branch-clone)
