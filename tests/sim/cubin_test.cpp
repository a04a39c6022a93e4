// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/issue/issue.h"
#include "sim/sass/cubin.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <sstream>

namespace warplens::sim::sass {
namespace {

std::string read(const std::string& name) {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/resources/ptx/matmul/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Machine code of kernels that are no stages any more, kept for what ptxas does in it.
const std::string kept = "../../../tests/data/machine-code/";

Cubin cubinOf(const std::string& bytes) {
    return readCubin(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

using Widths = std::map<std::pair<Kind, unsigned>, unsigned>;

Widths widths(const std::string& name) {
    Widths counts;
    for (const Function& function : cubinOf(read(name + ".cubin")).functions)
        for (const Instruction& instruction : function.instructions)
            if (instruction.bytes != 0)
                ++counts[{instruction.kind, instruction.bytes}];
    return counts;
}

// As `cuobjdump --dump-sass` lists them.
TEST(Cubin, WidthsOfMemoryInstructions) {
    EXPECT_EQ(widths("06-tiled-conflicts/TILE=32,PAD=0"), (Widths{{{Kind::SharedLoad, 16}, 16},
                                                                  {{Kind::SharedStore, 4}, 2},
                                                                  {{Kind::GlobalLoad, 4}, 2},
                                                                  {{Kind::GlobalStore, 4}, 1}}));
    EXPECT_EQ(widths("06-tiled-conflicts/TILE=32,PAD=1"), (Widths{{{Kind::SharedLoad, 4}, 64},
                                                                  {{Kind::SharedStore, 4}, 2},
                                                                  {{Kind::GlobalLoad, 4}, 2},
                                                                  {{Kind::GlobalStore, 4}, 1}}));
    EXPECT_EQ(widths("07-tiled/TILE=32"), (Widths{{{Kind::SharedLoad, 4}, 32},
                                                  {{Kind::SharedLoad, 16}, 8},
                                                  {{Kind::SharedStore, 4}, 2},
                                                  {{Kind::GlobalLoad, 4}, 2},
                                                  {{Kind::GlobalStore, 4}, 1}}));
}

TEST(Cubin, Registers) { // as cudaFuncGetAttributes says
    for (const auto& [name, registers] : {std::pair("02-naive/BLOCK=16,FLIPPED=0", 32u),
                                          {"06-tiled-conflicts/TILE=32,PAD=1", 31u},
                                          {"07-tiled/TILE=8", 32u}}) {
        const Cubin cubin = cubinOf(read(std::string(name) + ".cubin"));
        ASSERT_EQ(cubin.functions.size(), 1u);
        EXPECT_EQ(cubin.functions[0].registers, registers) << name;
    }
}

TEST(Cubin, MergedLoadsAreIssuedOnce) {
    memory::DeviceMemory memory;
    simt::Program program =
        simt::lower(std::make_shared<const ptx::Module>(ptx::parse(read("06-tiled-conflicts/TILE=32,PAD=0.ptx"))),
                    "tiled_conflicts", memory);
    EXPECT_TRUE(applyIssue(program, cubinOf(read("06-tiled-conflicts/TILE=32,PAD=0.cubin"))).empty());
    unsigned leaders = 0, merged = 0;
    for (const simt::MemoryOp& m : program.memoryOps) {
        leaders += m.issue == simt::Issue::Leader && m.requestBytes == 16;
        merged += m.issue == simt::Issue::Merged;
    }
    EXPECT_EQ(leaders, 16u);
    EXPECT_EQ(merged, 48u);
}

simt::Program programOf(const std::string& name, const char* kernel, memory::DeviceMemory& memory,
                        std::vector<Unmatched>* unmatched = nullptr) {
    simt::Program program =
        simt::lower(std::make_shared<const ptx::Module>(ptx::parse(read(name + ".ptx"))), kernel, memory);
    const std::vector<Unmatched> found = applyIssue(program, cubinOf(read(name + ".cubin")));
    if (unmatched)
        *unmatched = found;
    return program;
}

// An unrolled loop with branches in it: the loads of two rounds lie in different basic blocks, and are one instruction.
TEST(Cubin, LoadsAreMergedAcrossBasicBlocks) {
    memory::DeviceMemory memory;
    std::vector<Unmatched> unmatched;
    const simt::Program program = programOf(kept + "outer-product-with-checks", "outer_product", memory, &unmatched);
    EXPECT_TRUE(unmatched.empty());
    unsigned leaders = 0, merged = 0;
    for (const simt::MemoryOp& m : program.memoryOps) {
        leaders += m.issue == simt::Issue::Leader;
        merged += m.issue == simt::Issue::Merged;
    }
    EXPECT_EQ(leaders, 16u);
    EXPECT_EQ(merged, 16u);
}

// Three rounds are left over, and the compiler loads 16 bytes for them at once: 4 more than anybody asked for.
TEST(Cubin, LoadsAreMergedWithBytesThatNobodyWants) {
    memory::DeviceMemory memory;
    std::vector<Unmatched> unmatched;
    const simt::Program program = programOf(kept + "row-in-shared", "row_in_shared", memory, &unmatched);
    EXPECT_TRUE(unmatched.empty());
    unsigned leaders = 0, merged = 0;
    for (const simt::MemoryOp& m : program.memoryOps)
        if (m.space == simt::AccessSpace::Shared && m.kind == simt::AccessKind::Load) {
            leaders += m.issue == simt::Issue::Leader && m.requestBytes == 16;
            merged += m.issue == simt::Issue::Merged;
        }
    EXPECT_EQ(leaders, 1u);
    EXPECT_EQ(merged, 2u);
}

TEST(Cubin, PredicatesInPlaceOfBranchesAreExecutedByAll) {
    memory::DeviceMemory memory;
    const simt::Program tree =
        programOf("../reduction/06-tree-doubling/BLOCKS=32,STRIDED=0,THREADS=256", "tree_doubling", memory);
    unsigned withOthers = 0;
    for (const simt::MemoryOp& m : tree.memoryOps)
        if (m.space == simt::AccessSpace::Shared && m.executedWith >= 0) {
            ++withOthers;
            EXPECT_LE(tree.blocks[static_cast<size_t>(m.executedWith)].enter, m.op);
        }
    EXPECT_GE(withOthers, 3u) << "two loads and a store of a step";
    const simt::Program copy = programOf(kept + "async-copy-with-branches", "async_copy", memory);
    unsigned empty = 0;
    for (const simt::MemoryOp& m : copy.memoryOps)
        empty += m.emptyLoads;
    EXPECT_EQ(empty % 3, 0u) << "three before a copy, as `cuobjdump --dump-sass` lists them";
    EXPECT_GE(empty, 12u);
}

TEST(Cubin, SaysWhatItIsNot) {
    EXPECT_THROW(cubinOf("hello"), CubinError);
    EXPECT_THROW(cubinOf(""), CubinError);
    std::string elf = read("07-tiled/TILE=32.cubin");
    elf[18] = 62; // for a PC
    EXPECT_THROW(cubinOf(elf), CubinError);
}

TEST(Cubin, SurvivesDamage) {
    const std::string good = read("07-tiled/TILE=16.cubin");
    std::mt19937 random(5);
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = good;
        if (round % 4 == 0)
            bytes.resize(random() % bytes.size());
        for (unsigned n = 1 + random() % 12; n-- > 0 && !bytes.empty();)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        for (unsigned n = round % 3; n-- > 0 && bytes.size() > 64;)
            bytes[random() % 64] = static_cast<char>(random());
        try {
            cubinOf(bytes);
        } catch (const CubinError&) {
        }
    }
}

} // namespace
} // namespace warplens::sim::sass
