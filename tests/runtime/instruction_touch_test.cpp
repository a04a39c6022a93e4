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

TEST(InstructionTouch, OfOtherWidthsAndPlaces) {
    expectTouch({0x8a, 0x00}, 0x1000, 1, false);                             // mov al, [rax]
    expectTouch({0x88, 0x00}, 0x1000, 1, true);                              // mov [rax], al
    expectTouch({0x80, 0x38, 0x05}, 0x1000, 1, false);                       // cmp byte [rax], 5
    expectTouch({0xd1, 0x38}, 0x1000, 4, false);                             // sar dword [rax], 1
    expectTouch({0xd2, 0x28}, 0x1000, 1, false);                             // shr byte [rax], cl
    expectTouch({0x42, 0x8b, 0x84, 0xe0, 0, 1, 0, 0}, 0x21100, 4, false);    // mov eax, [rax + 8 r12 + 256]
    expectTouch({0x42, 0x8b, 0x04, 0xa5, 0x40, 0, 0, 0}, 0x10040, 4, false); // mov eax, [4 r12 + 64]
    expectTouch({0x8b, 0x44, 0x0d, 0xfc}, 0x1fff, 4, false);                 // mov eax, [rbp + rcx - 4]
    expectTouch({0x0f, 0x45, 0x00}, 0x1000, 4, false);                       // cmovne eax, [rax]
    expectTouch({0x0f, 0xb1, 0x08}, 0x1000, 4, false);                       // cmpxchg [rax], ecx
    expectTouch({0xf0, 0x48, 0x0f, 0xb1, 0x08}, 0x1000, 8, false);           // lock cmpxchg [rax], rcx
    expectTouch({0x0f, 0xc1, 0x08}, 0x1000, 4, false);                       // xadd [rax], ecx
    expectTouch({0x87, 0x08}, 0x1000, 4, false);                             // xchg [rax], ecx
    expectTouch({0xff, 0x00}, 0x1000, 4, false);                             // inc dword [rax]
    expectTouch({0xfe, 0x08}, 0x1000, 1, false);                             // dec byte [rax]
    expectTouch({0xff, 0x20}, 0x1000, 8, false);                             // jmp [rax]
    expectTouch({0x6a, 0x05}, 0x2ff8, 8, true);                              // push 5
    expectTouch({0xc9}, 0x2000, 8, false);                                   // leave
    expectTouch({0x5d}, 0x3000, 8, false);                                   // pop rbp
    expectTouch({0xc2, 0x08, 0}, 0x3000, 8, false);                          // ret 8
    expectTouch({0x48, 0x63, 0x00}, 0x1000, 4, false);                       // movsxd rax, dword [rax]
    expectTouch({0x0f, 0xbf, 0x00}, 0x1000, 2, false);                       // movsx eax, word [rax]
    expectTouch({0x0f, 0x94, 0x00}, 0x1000, 1, true);                        // sete [rax]
    expectTouch({0x0f, 0xbc, 0x00}, 0x1000, 4, false);                       // bsf eax, [rax]
}

TEST(InstructionTouch, OfFloatingPointNumbers) {
    expectTouch({0xf3, 0x0f, 0x7e, 0x00}, 0x1000, 8, false);        // movq xmm0, [rax]
    expectTouch({0x66, 0x0f, 0xd6, 0x00}, 0x1000, 8, true);         // movq [rax], xmm0
    expectTouch({0x66, 0x0f, 0x7e, 0x00}, 0x1000, 4, true);         // movd [rax], xmm0
    expectTouch({0x66, 0x48, 0x0f, 0x7e, 0x00}, 0x1000, 8, true);   // movq [rax], xmm0
    expectTouch({0x0f, 0x2e, 0x00}, 0x1000, 4, false);              // ucomiss xmm0, [rax]
    expectTouch({0x66, 0x0f, 0x2e, 0x00}, 0x1000, 8, false);        // ucomisd xmm0, [rax]
    expectTouch({0x0f, 0x2f, 0x00}, 0x1000, 4, false);              // comiss xmm0, [rax]
    expectTouch({0x66, 0x0f, 0x2f, 0x00}, 0x1000, 8, false);        // comisd xmm0, [rax]
    expectTouch({0xf2, 0x0f, 0x58, 0x00}, 0x1000, 8, false);        // addsd xmm0, [rax]
    expectTouch({0xf3, 0x0f, 0x58, 0x00}, 0x1000, 4, false);        // addss xmm0, [rax]
    expectTouch({0x0f, 0x58, 0x00}, 0x1000, 16, false);             // addps xmm0, [rax]
    expectTouch({0x66, 0x0f, 0xef, 0x00}, 0x1000, 16, false);       // pxor xmm0, [rax]
    expectTouch({0xf2, 0x0f, 0x2a, 0x00}, 0x1000, 4, false);        // cvtsi2sd xmm0, dword [rax]
    expectTouch({0xf2, 0x48, 0x0f, 0x2a, 0x00}, 0x1000, 8, false);  // cvtsi2sd xmm0, qword [rax]
    expectTouch({0xf2, 0x0f, 0x2c, 0x00}, 0x1000, 8, false);        // cvttsd2si eax, [rax]
    expectTouch({0x0f, 0x11, 0x00}, 0x1000, 16, true);              // movups [rax], xmm0
    expectTouch({0x66, 0x0f, 0x7f, 0x00}, 0x1000, 16, true);        // movdqa [rax], xmm0
    expectTouch({0xf3, 0x0f, 0x11, 0x00}, 0x1000, 4, true);         // movss [rax], xmm0
    expectTouch({0x66, 0x0f, 0x38, 0x00, 0x00}, 0x1000, 16, false); // pshufb xmm0, [rax]
}

// Of those that AVX has, the ones that compare: that is what a wait is made of.
TEST(InstructionTouch, OfLongVectors) {
    expectTouch({0xc5, 0xfd, 0x74, 0x08}, 0x1000, 32, false);              // vpcmpeqb ymm1, ymm0, [rax]
    expectTouch({0xc5, 0xf9, 0x74, 0x08}, 0x1000, 16, false);              // vpcmpeqb xmm1, xmm0, [rax]
    expectTouch({0xc4, 0xc1, 0x7d, 0x76, 0x0c, 0x24}, 0x4000, 32, false);  // vpcmpeqd ymm1, ymm0, [r12]
    expectTouch({0xc5, 0xf8, 0x2e, 0x00}, 0x1000, 4, false);               // vucomiss xmm0, [rax]
    expectTouch({0xc5, 0xf9, 0x2e, 0x00}, 0x1000, 8, false);               // vucomisd xmm0, [rax]
    expectTouch({0xc5, 0xf8, 0x2f, 0x45, 0xf8}, 0x1ff8, 4, false);         // vcomiss xmm0, [rbp - 8]
    expectTouch({0xc5, 0xf9, 0x2f, 0x45, 0xf8}, 0x1ff8, 8, false);         // vcomisd xmm0, [rbp - 8]
    expectTouch({0xc5, 0xf8, 0x57, 0x00}, 0x1000, 16, false);              // vxorps xmm0, xmm0, [rax]
    expectTouch({0xc5, 0xfc, 0x54, 0x00}, 0x1000, 32, false);              // vandps ymm0, ymm0, [rax]
    expectTouch({0xc5, 0xf1, 0xef, 0x00}, 0x1000, 16, false);              // vpxor xmm0, xmm1, [rax]
    expectTouch({0xc4, 0x41, 0x35, 0xef, 0x04, 0x8c}, 0x400c, 32, false);  // vpxor ymm8, ymm9, [r12 + 4 rcx]
    expectTouch({0xc4, 0xa1, 0x79, 0xef, 0x04, 0xa0}, 0x11000, 16, false); // vpxor xmm0, xmm0, [rax + 4 r12]
    for (const std::vector<uint8_t>& stores :
         {std::vector<uint8_t>{0xc5, 0xfc, 0x11, 0x00},        // vmovups [rax], ymm0
          std::vector<uint8_t>{0xc5, 0xfc, 0x53, 0x00},        // vrcpps ymm0, [rax]
          std::vector<uint8_t>{0xc5, 0xf4, 0x58, 0x00},        // vaddps ymm0, ymm1, [rax]
          std::vector<uint8_t>{0xc5, 0xfd, 0x73, 0x00},        // none
          std::vector<uint8_t>{0xc4, 0xe2, 0x75, 0x2e, 0x00}}) // vmaskmovps [rax], ymm1
        EXPECT_EQ(touchOf(stores).kind, InstructionTouch::Kind::Unknown);
}

TEST(InstructionTouch, RelativeToTheNextInstructionCountsWhatFollows) {
    const std::vector<uint8_t> load{0x8b, 0x05, 0x10, 0, 0, 0};              // mov eax, [rip + 16]
    const std::vector<uint8_t> compare{0x83, 0x3d, 0x10, 0, 0, 0, 0x05};     // cmp dword [rip + 16], 5
    const std::vector<uint8_t> store{0xc7, 0x05, 0x10, 0, 0, 0, 1, 0, 0, 0}; // mov dword [rip + 16], 1
    const std::vector<std::vector<uint8_t>> others{
        {0x69, 0x05, 0x10, 0, 0, 0, 0xe8, 0x03, 0, 0},       // imul eax, [rip + 16], 1000
        {0x6b, 0x05, 0x10, 0, 0, 0, 0x05},                   // imul eax, [rip + 16], 5
        {0x66, 0x69, 0x05, 0x10, 0, 0, 0, 0xe8, 0x03},       // imul ax, [rip + 16], 1000
        {0xf7, 0x05, 0x10, 0, 0, 0, 0xe8, 0x03, 0, 0},       // test dword [rip + 16], 1000
        {0xf6, 0x05, 0x10, 0, 0, 0, 0x01},                   // test byte [rip + 16], 1
        {0xf7, 0x1d, 0x10, 0, 0, 0},                         // neg dword [rip + 16]
        {0xc1, 0x25, 0x10, 0, 0, 0, 0x03},                   // shl dword [rip + 16], 3
        {0x0f, 0xba, 0x25, 0x10, 0, 0, 0, 0x03},             // bt dword [rip + 16], 3
        {0x0f, 0xaf, 0x05, 0x10, 0, 0, 0},                   // imul eax, [rip + 16]
        {0x66, 0x0f, 0x3a, 0x0f, 0x05, 0x10, 0, 0, 0, 0x03}, // palignr xmm0, [rip + 16], 3
        {0x66, 0x81, 0x05, 0x10, 0, 0, 0, 0xe8, 0x03},       // add word [rip + 16], 1000
        {0x48, 0xc7, 0x05, 0x10, 0, 0, 0, 0xe8, 0x03, 0, 0}, // mov qword [rip + 16], 1000
        {0xc6, 0x05, 0x10, 0, 0, 0, 0x0a},                   // mov byte [rip + 16], 10
        {0xc5, 0xfd, 0x74, 0x0d, 0x10, 0, 0, 0},             // vpcmpeqb ymm1, ymm0, [rip + 16]
    };
    const auto expectBehind = [](const std::vector<uint8_t>& code) {
        const InstructionTouch touch = touchOf(code);
        ASSERT_EQ(touch.count, 1u);
        EXPECT_EQ(touch.pieces[0].address, reinterpret_cast<uint64_t>(code.data()) + code.size() + 16);
    };
    for (const auto* code : {&load, &compare, &store})
        expectBehind(*code);
    for (size_t i = 0; i < others.size(); ++i) {
        SCOPED_TRACE(i);
        expectBehind(others[i]);
    }
}

TEST(InstructionTouch, ACallThroughMemoryReadsAndPushes) {
    for (const std::vector<uint8_t>& code : {std::vector<uint8_t>{0xff, 0x10},    // call [rax]
                                             std::vector<uint8_t>{0xff, 0x30}}) { // push [rax]
        const InstructionTouch touch = touchOf(code);
        ASSERT_EQ(touch.count, 2u);
        EXPECT_EQ(touch.pieces[0].address, 0x1000u);
        EXPECT_EQ(touch.pieces[0].bytes, 8u);
        EXPECT_FALSE(touch.pieces[0].overwrites);
        EXPECT_EQ(touch.pieces[1].address, 0x2ff8u);
        EXPECT_EQ(touch.pieces[1].bytes, 8u);
        EXPECT_TRUE(touch.pieces[1].overwrites);
    }
}

TEST(InstructionTouch, OfNothing) {
    for (const std::vector<uint8_t>& code : {std::vector<uint8_t>{0x85, 0xc0},                   // test eax, eax
                                             std::vector<uint8_t>{0x74, 0xf8},                   // je
                                             std::vector<uint8_t>{0xf3, 0x90},                   // pause
                                             std::vector<uint8_t>{0x48, 0x8d, 0x45, 0xf8},       // lea rax, [rbp - 8]
                                             std::vector<uint8_t>{0x0f, 0x94, 0xc0},             // sete al
                                             std::vector<uint8_t>{0x0f, 0x1f, 0x00},             // nop dword [rax]
                                             std::vector<uint8_t>{0x0f, 0x18, 0x08},             // prefetcht0 [rax]
                                             std::vector<uint8_t>{0x0f, 0xae, 0xf0},             // mfence
                                             std::vector<uint8_t>{0x0f, 0xc8},                   // bswap eax
                                             std::vector<uint8_t>{0x3c, 0x05},                   // cmp al, 5
                                             std::vector<uint8_t>{0x66, 0x48, 0x0f, 0x7e, 0xc1}, // movq rcx, xmm0
                                             std::vector<uint8_t>{0xc5, 0xfd, 0xd7, 0xc0},       // vpmovmskb eax, ymm0
                                             std::vector<uint8_t>{0xc5, 0xf8, 0x77},             // vzeroupper
                                             std::vector<uint8_t>{0xc5, 0xf4, 0x58, 0xc2}, // vaddps ymm0, ymm1, ymm2
                                             std::vector<uint8_t>{0xc4, 0xe2, 0x7d, 0x17, 0xc0}, // vptest ymm0, ymm0
                                             std::vector<uint8_t>{0xf3, 0x0f, 0x1e, 0xfa}}) {    // endbr64
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
          std::vector<uint8_t>{0x0f, 0xae, 0x18},                   // stmxcsr [rax]
          std::vector<uint8_t>{0x65, 0x66, 0x8b, 0x00},             // mov ax, gs:[rax]
          std::vector<uint8_t>{0xd9, 0x00},                         // fld dword [rax]
          std::vector<uint8_t>{0xd7},                               // xlatb
          std::vector<uint8_t>{0x0f, 0xe7, 0x00},                   // movntq [rax], mm0
          std::vector<uint8_t>{0xff, 0x18},                         // call far [rax]
          std::vector<uint8_t>{0x62, 0xf1, 0x7c, 0x48, 0x10, 0x00}, // vmovups zmm0, [rax]
          std::vector<uint8_t>{0x67, 0x8b, 0x00}})                  // mov eax, [eax]
        EXPECT_EQ(touchOf(code).kind, InstructionTouch::Kind::Unknown);
}

} // namespace
} // namespace warplens::tests
