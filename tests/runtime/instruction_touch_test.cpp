// SPDX-License-Identifier: GPL-3.0-or-later
// What instructions of the host touch, byte by byte as an assembler writes them.
#include "kernels/runtime/instruction_touch.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace warplens::tests {
namespace {

using runtime::InstructionTouch;

constexpr uint64_t threadBase = 0x7000;

InstructionTouch touchOf(const std::vector<uint8_t>& code) {
    std::array<greg_t, NGREG> registers{};
    registers[REG_RAX] = 0x1000;
    registers[REG_RCX] = 3;
    registers[REG_RBP] = 0x2000;
    registers[REG_RSP] = 0x3000;
    registers[REG_R12] = 0x4000;
    return runtime::touchOf(code.data(), registers.data(), threadBase);
}

void expectTouch(const std::vector<uint8_t>& code, uint64_t address, uint32_t bytes, bool overwrites) {
    const InstructionTouch touch = touchOf(code);
    EXPECT_EQ(touch.kind, InstructionTouch::Kind::Plain);
    ASSERT_EQ(touch.count, 1u);
    EXPECT_EQ(touch.pieces[0].address, address);
    EXPECT_EQ(touch.pieces[0].bytes, bytes);
    EXPECT_EQ(touch.pieces[0].overwrites, overwrites);
}

TEST(InstructionTouch, OfLoadsAndStores) {
    expectTouch({0x8b, 0x00}, 0x1000, 4, false);                                  // mov eax, [rax]
    expectTouch({0x48, 0x8b, 0x45, 0xf8}, 0x1ff8, 8, false);                      // mov rax, [rbp - 8]
    expectTouch({0x89, 0x45, 0xec}, 0x1fec, 4, true);                             // mov [rbp - 20], eax
    expectTouch({0x83, 0x45, 0xfc, 0x01}, 0x1ffc, 4, false);                      // add dword [rbp - 4], 1
    expectTouch({0x0f, 0xb6, 0x44, 0x88, 0x10}, 0x101c, 1, false);                // movzx eax, byte [rax + 4 rcx + 16]
    expectTouch({0x41, 0x8b, 0x04, 0x24}, 0x4000, 4, false);                      // mov eax, [r12]
    expectTouch({0x66, 0x89, 0x08}, 0x1000, 2, true);                             // mov [rax], cx
    expectTouch({0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0}, 0x7028, 8, false); // mov rax, fs:[0x28]
    expectTouch({0xf2, 0x0f, 0x10, 0x00}, 0x1000, 8, false);                      // movsd xmm0, [rax]
    expectTouch({0x0f, 0x29, 0x00}, 0x1000, 16, true);                            // movaps [rax], xmm0
    expectTouch({0x55}, 0x2ff8, 8, true);                                         // push rbp
    expectTouch({0xc3}, 0x3000, 8, false);                                        // ret
    expectTouch({0xe8, 0, 0, 0, 0}, 0x2ff8, 8, true);                             // call
}

TEST(InstructionTouch, RelativeToTheNextInstructionCountsWhatFollows) {
    const std::vector<uint8_t> load{0x8b, 0x05, 0x10, 0, 0, 0};              // mov eax, [rip + 16]
    const std::vector<uint8_t> compare{0x83, 0x3d, 0x10, 0, 0, 0, 0x05};     // cmp dword [rip + 16], 5
    const std::vector<uint8_t> store{0xc7, 0x05, 0x10, 0, 0, 0, 1, 0, 0, 0}; // mov dword [rip + 16], 1
    for (const auto* code : {&load, &compare, &store}) {
        const InstructionTouch touch = touchOf(*code);
        ASSERT_EQ(touch.count, 1u);
        EXPECT_EQ(touch.pieces[0].address, reinterpret_cast<uint64_t>(code->data()) + code->size() + 16);
    }
}

TEST(InstructionTouch, OfNothing) {
    for (const std::vector<uint8_t>& code : {std::vector<uint8_t>{0x85, 0xc0},                // test eax, eax
                                             std::vector<uint8_t>{0x74, 0xf8},                // je
                                             std::vector<uint8_t>{0xf3, 0x90},                // pause
                                             std::vector<uint8_t>{0x48, 0x8d, 0x45, 0xf8},    // lea rax, [rbp - 8]
                                             std::vector<uint8_t>{0x0f, 0x94, 0xc0},          // sete al
                                             std::vector<uint8_t>{0xf3, 0x0f, 0x1e, 0xfa}}) { // endbr64
        const InstructionTouch touch = touchOf(code);
        EXPECT_EQ(touch.kind, InstructionTouch::Kind::Plain);
        EXPECT_EQ(touch.count, 0u);
    }
}

TEST(InstructionTouch, WhatIsNotKnownIsSaidSo) {
    EXPECT_EQ(touchOf({0x0f, 0x05}).kind, InstructionTouch::Kind::Syscall);
    for (const std::vector<uint8_t>& code :
         {std::vector<uint8_t>{0xf3, 0x48, 0xab},                   // rep stosq
          std::vector<uint8_t>{0x0f, 0x0b},                         // ud2
          std::vector<uint8_t>{0x62, 0xf1, 0x7c, 0x48, 0x10, 0x00}, // vmovups zmm0, [rax]
          std::vector<uint8_t>{0x67, 0x8b, 0x00}})                  // mov eax, [eax]
        EXPECT_EQ(touchOf(code).kind, InstructionTouch::Kind::Unknown);
}

} // namespace
} // namespace warplens::tests
