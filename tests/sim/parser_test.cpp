// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/module.h"

#include <gtest/gtest.h>

#include <random>

namespace warplens::sim::ptx {
namespace {

std::string errorOf(const std::string& text) {
    try {
        parse(text);
    } catch (const PtxError& error) {
        return error.what();
    }
    return "";
}

TEST(Parser, ReadsAKernel) {
    const Module module = parse(R"(
.version 9.0
.target sm_90
.address_size 64
.global .align 4 .u32 table[3] = {1, 0x10, 0b11};
.visible .entry k(.param .u64 k_param_0, .param .u32 n)
.maxntid 256, 1, 1
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    .shared .align 16 .b8 tile[4096];
    .loc 1 7 5
    mov.u32 %r1, %tid.x;
$again:
    @!%p1 bra $again;
    ld.shared.v2.b32 {%r2, _}, [tile+8];
    ret;
}
.file 1 "tile.cu")");
    EXPECT_EQ(module.target, "sm_90");
    EXPECT_EQ(module.files.at(1), "tile.cu");
    ASSERT_EQ(module.variables.size(), 1u);
    EXPECT_EQ(module.variables[0].bytes, 12u);
    EXPECT_EQ(module.variables[0].initial[4], std::byte(16));
    EXPECT_EQ(module.variables[0].initial[8], std::byte(3));
    const Function* k = module.find("k");
    ASSERT_NE(k, nullptr);
    EXPECT_TRUE(k->isEntry);
    EXPECT_EQ(k->maximumThreads[0], 256u);
    ASSERT_EQ(k->instructions.size(), 4u);
    EXPECT_EQ(k->labels.at("$again"), 1u);
    EXPECT_TRUE(k->instructions[1].guarded);
    EXPECT_TRUE(k->instructions[1].guardNegated);
    EXPECT_EQ(module.locations[k->instructions[0].location].line, 7u);
    const Instruction& load = k->instructions[2];
    EXPECT_EQ(load.text, "ld.shared.v2.b32 {%r2, _}, [tile+8]");
    EXPECT_TRUE(load.has(Mod::shared));
    EXPECT_TRUE(load.has(Mod::v2));
    EXPECT_EQ(load.type(), Type::b32);
    const auto operands = k->operandsOf(load);
    ASSERT_EQ(operands.size(), 2u);
    EXPECT_EQ(k->elementsOf(operands[0])[1].kind, Operand::Kind::Sink);
    EXPECT_EQ(operands[1].offset, 8);
    EXPECT_EQ(k->variables[static_cast<size_t>(operands[1].variable)].name, "tile");
}

TEST(Parser, RegistersOfInnerScopesHideOuterOnes) {
    const Module module = parse(".version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n.reg .b32 %r<3>;\n"
                                "{ .reg .f32 t; mov.f32 t, 0f3F800000; }\n{ .reg .b64 t; mov.b64 t, 7; }\nret;\n}\n");
    const Function* k = module.find("k");
    EXPECT_EQ(k->registers[k->operandsOf(k->instructions[0])[0].id].type, Type::f32);
    EXPECT_EQ(k->registers[k->operandsOf(k->instructions[1])[0].id].type, Type::b64);
}

// Inline assembly that is inlined twice has its labels twice, each in its own braces.
TEST(Parser, LabelsOfInnerScopesAreTheirOwn) {
    const Module module = parse(".version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\nbra L;\n"
                                "{ L: bra L; { L: bra M; M: bra L; } bra L; }\n{ bra M; L: bra L; M: }\nL: ret;\n}\n");
    const Function& k = *module.find("k");
    std::vector<uint32_t> targets;
    for (const Instruction& in : k.instructions)
        if (in.opcode == Opcode::bra_)
            targets.push_back(k.labels.at(k.operandsOf(in)[0].name));
    EXPECT_EQ(targets, (std::vector<uint32_t>{7, 1, 3, 2, 1, 7, 6}));
}

TEST(Parser, Literals) {
    const Module module = parse(".version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n.reg .b32 %r<3>;\n"
                                "mov.b32 %r1, -5;\nmov.b32 %r1, 0x1FU;\nmov.b32 %r1, 017;\nmov.f32 %r1, 0fBF800000;\n"
                                "mov.f64 %r1, 1.5e-3;\n}\n");
    const Function* k = module.find("k");
    const auto value = [&](size_t i) { return k->operandsOf(k->instructions[i])[1]; };
    EXPECT_EQ(static_cast<int64_t>(value(0).bits), -5);
    EXPECT_EQ(value(1).bits, 31u);
    EXPECT_EQ(value(2).bits, 15u);
    EXPECT_EQ(value(3).kind, Operand::Kind::Float32);
    EXPECT_EQ(value(3).bits, 0xBF800000u);
    EXPECT_EQ(value(4).kind, Operand::Kind::Float64);
}

TEST(Parser, SaysWhatIsWrong) {
    EXPECT_NE(errorOf("hello").find("'hello' cannot stand here"), std::string::npos);
    EXPECT_NE(errorOf(".entry k() {").find("ends inside the function k"), std::string::npos);
    EXPECT_NE(errorOf(".entry k()\n{\n@%p1 ret;\n}").find("PTX line 3: the predicate %p1 is not declared"),
              std::string::npos);
    EXPECT_NE(errorOf(".entry k()\n{\nld.global.u32 %r1, [%rd1];\n}").find("the register %rd1 is not declared"),
              std::string::npos);
    EXPECT_NE(errorOf("/* never").find("never ends"), std::string::npos);
    EXPECT_NE(errorOf(".address_size 32").find("64"), std::string::npos);
    EXPECT_NE(errorOf(".global .u32 a[2] = {1,2,3};").find("more initial values"), std::string::npos);
}

TEST(Parser, KeepsUnknownInstructions) {
    const Module module = parse(".entry k()\n{\n.reg .b32 %r<3>;\ntxq.width.b32 %r1, [t];\nret;\n}");
    EXPECT_FALSE(module.find("k")->instructions[0].known);
    EXPECT_EQ(module.find("k")->instructions[0].mnemonic(), "txq.width.b32");
}

TEST(Parser, KeepsCoordinates) {
    const Module module = parse(".entry k()\n{\n.reg .b64 %rd<2>;\n.reg .f32 %f<8>;\n"
                                "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd1, {%f4,%f5}];\nret;\n}");
    const Function* k = module.find("k");
    ASSERT_TRUE(k->instructions[0].known);
    const Operand& place = k->operandsOf(k->instructions[0])[1];
    ASSERT_EQ(place.count, 2);
    EXPECT_EQ(k->registerName(place.id), "%rd1");
    EXPECT_EQ(k->registerName(k->coordinatesOf(place)[0].id), "%f4");
    EXPECT_EQ(k->registerName(k->coordinatesOf(place)[1].id), "%f5");
}

// Whatever the text: an answer or a PtxError, never anything else.
TEST(Parser, SurvivesDamage) {
    const std::string good =
        ".version 9.0\n.target sm_90\n.address_size 64\n.const .f32 c[2] = {0f3F800000, 1.5};\n"
        ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<9>;\n.loc 1 2 3, function_name $L, inlined_at 1 4 5\n"
        "{ .reg .pred q; setp.lt.s32 q, %r1, 3; @q bra $L1; }\n$L1:\nst.global.v4.b32 [%r1+16], {%r1,%r2,%r3,%r4};\n"
        "$T: .branchtargets $L1;\nbrx.idx %r1, $T;\ncall (x), f, (y, z);\nret;\n}\n";
    std::mt19937 random(7);
    size_t refused = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string text = good;
        for (unsigned n = 1 + random() % 3; n-- > 0;) {
            const size_t at = random() % text.size();
            switch (random() % 4) {
            case 0:
                text[at] = static_cast<char>(32 + random() % 95);
                break;
            case 1:
                text.erase(at, 1 + random() % 8);
                break;
            case 2:
                text.insert(at, text.substr(random() % text.size(), random() % 16));
                break;
            default:
                text.resize(at + 1);
                break;
            }
        }
        try {
            parse(text);
        } catch (const PtxError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 1000u);
}

// Inline assembly in the toolkit's headers is written without spaces.
TEST(Parser, ReadsDirectivesThatStandTogether) {
    const Module module = parse(".version 9.0\n.target sm_90\n.address_size 64\n.visible.entry k(.param.u64 p)\n"
                                "{\n{.reg.b16 a,b; mov.b16 a, 3; mov.b16 b, a;}\nret;\n}\n");
    ASSERT_NE(module.find("k"), nullptr);
    EXPECT_EQ(module.find("k")->registers.size(), 2u);
    EXPECT_EQ(module.find("k")->params.size(), 1u);
}

} // namespace
} // namespace warplens::sim::ptx
