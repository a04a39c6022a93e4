// SPDX-License-Identifier: GPL-3.0-or-later
// Single instructions against what an H200 counted for them: copies past L1, generic accesses, fragments of matrices.
#include "sim/memory/copy_past.h"
#include "sim/memory/global_cost.h"
#include "sim/trace/block_trace.h"
#include "sim/trace/counts.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace warplens::tests {
namespace {

using sim::memory::Access;
using sim::trace::InstructionCounts;

/// A row of tests/data/h200-*.csv: names of columns and their cells.
using Row = std::map<std::string, std::string>;

std::vector<Row> rowsOf(const std::string& file) {
    std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/tests/data/" + file);
    EXPECT_TRUE(in) << file;
    std::vector<std::string> names;
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#'))
            continue;
        std::istringstream cells(line);
        std::vector<std::string> list;
        for (std::string cell; std::getline(cells, cell, ',');)
            list.push_back(cell);
        if (names.empty()) {
            names = list;
            continue;
        }
        Row row;
        for (size_t i = 0; i < names.size(); ++i)
            row[names[i]] = list.at(i);
        rows.push_back(std::move(row));
    }
    return rows;
}

uint32_t maskOf(const Row& row) {
    return static_cast<uint32_t>(std::stoul(row.at("mask"), nullptr, 16));
}

/// "16:0 32:1 …" as two numbers for each lane.
std::vector<std::pair<uint32_t, uint32_t>> pairsOf(const std::string& text) {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    std::istringstream in(text);
    for (std::string pair; in >> pair;)
        pairs.emplace_back(std::stoul(pair), std::stoul(pair.substr(pair.find(':') + 1)));
    EXPECT_EQ(pairs.size(), 32u) << text;
    return pairs;
}

uint64_t number(const Row& row, const std::string& name) {
    return std::stoull(row.at(name));
}

/// What the model counts for the only instruction of that name.
InstructionCounts countsOf(const KernelRun& run, sim::ptx::Opcode opcode) {
    for (const InstructionCounts& counts : sim::trace::countsByInstruction(run.program, run.result))
        if (run.program.functions[counts.memory->function].source->instructions[counts.memory->instruction].opcode ==
            opcode)
            return counts;
    ADD_FAILURE() << "the kernel has no such instruction";
    return {};
}

} // namespace

TEST(Measured, CopiesPastL1) {
    const std::vector<Row> rows = rowsOf("h200-copies-past-l1.csv");
    size_t exact = 0;
    for (const Row& row : rows) {
        Access to, from;
        to.mask = from.mask = maskOf(row);
        to.bytes = from.bytes = 16;
        to.store = to.exclusive = true;
        const auto pairs = pairsOf(row.at("from:to"));
        for (unsigned lane = 0; lane < 32; ++lane)
            std::tie(from.address[lane], to.address[lane]) = pairs[lane];
        const sim::memory::CopyPastCost cost = copyPastCost(to, from);
        EXPECT_EQ(cost.sectors, number(row, "sectors")) << row.at("from:to");
        EXPECT_EQ(cost.sectorsIdeal, number(row, "sectors_ideal")) << row.at("from:to");
        EXPECT_EQ(cost.shared.wavefrontsIdeal, number(row, "wavefronts_ideal")) << row.at("from:to");
        EXPECT_EQ(globalCost(from).lines, number(row, "lines")) << row.at("from:to");
        // Five of them take one or two more than we have a rule for.
        EXPECT_LE(cost.shared.wavefronts, number(row, "wavefronts")) << row.at("from:to");
        EXPECT_GE(cost.shared.wavefronts + 2, number(row, "wavefronts")) << row.at("from:to");
        exact += cost.shared.wavefronts == number(row, "wavefronts");
    }
    EXPECT_EQ(rows.size(), 357u);
    EXPECT_EQ(exact, 352u);
}

// The whole way: the emulator copies, and counts what its trace shows.
TEST(Measured, CopiesPastL1InTheEmulator) {
    const std::string kernel =
        ptxKernel(std::string(prologue) +
                      "ld.global.u32 %r2, [%rd2];\nld.global.u32 %r3, [%rd2+128];\nld.global.u32 %r6, [%rd13+256];\n"
                      "shr.u32 %r7, %r6, %r1;\nand.b32 %r7, %r7, 1;\nsetp.ne.u32 %p1, %r7, 0;\n"
                      "cvt.u64.u32 %rd4, %r2;\nadd.s64 %rd5, %rd12, %rd4;\nmov.u32 %r4, room;\n"
                      "add.s32 %r5, %r4, %r3;\n@%p1 cp.async.cg.shared.global [%r5], [%rd5], 16;\n"
                      "cp.async.wait_all;\nret;",
                  ".shared .align 128 .b8 room[16384];");
    for (const Row& row : rowsOf("h200-copies-past-l1.csv")) {
        KernelSetup setup;
        setup.outWords = 4096;
        const auto pairs = pairsOf(row.at("from:to"));
        for (unsigned lane = 0; lane < 32; ++lane)
            std::tie(setup.in[lane], setup.in[32 + lane]) = pairs[lane];
        setup.in[64] = maskOf(row);
        const KernelRun run = runPtx(kernel, setup);
        ASSERT_TRUE(run.result.findings.empty()) << run.result.findings.front().message;
        sim::trace::Counts sum;
        for (const InstructionCounts& counts : sim::trace::countsByInstruction(run.program, run.result))
            if (counts.memory->passesL1)
                sum += counts.counts;
        EXPECT_EQ(sum.global.load.sectors, number(row, "sectors"));
        EXPECT_EQ(sum.global.load.sectorsIdeal, number(row, "sectors_ideal"));
        EXPECT_EQ(sum.shared.store.instructions, 0u);
        EXPECT_LE(sum.shared.store.wavefronts, number(row, "wavefronts"));
        EXPECT_GE(sum.shared.store.wavefronts + 2, number(row, "wavefronts"));
    }
}

// Through L1 words wait where they come from and where they go: what a copy adds to the wavefronts of where it goes is counted
// with them, whatever lies between.
TEST(Measured, CopiesThroughL1InTheEmulator) {
    const std::string kernel = ptxKernel(
        std::string(prologue) + "ld.global.u32 %r2, [%rd2];\nld.global.u32 %r3, [%rd2+128];\ncvt.u64.u32 %rd4, %r2;\n"
                                "add.s64 %rd5, %rd12, %rd4;\nmov.u32 %r4, room;\nadd.s32 %r5, %r4, %r3;\n"
                                "cp.async.ca.shared.global [%r5], [%rd5], 4;\ncp.async.wait_all;\nret;",
        ".shared .align 128 .b8 room[16384];");
    const auto wavefronts = [&](const std::function<uint32_t(unsigned)>& from,
                                const std::function<uint32_t(unsigned)>& to) {
        KernelSetup setup;
        setup.outWords = 4096;
        for (unsigned lane = 0; lane < 32; ++lane) {
            setup.in[lane] = 4 * from(lane);
            setup.in[32 + lane] = 4 * to(lane);
        }
        const KernelRun run = runPtx(kernel, setup);
        EXPECT_TRUE(run.result.findings.empty());
        uint64_t sum = 0;
        for (const InstructionCounts& counts : sim::trace::countsByInstruction(run.program, run.result))
            sum += counts.counts.shared.store.wavefronts;
        return sum;
    };
    // As an H200 counted stage 18's copies (CopyCost.WordsWaitWhereTheyComeFromAndWhereTheyGo).
    EXPECT_EQ(wavefronts([](unsigned lane) { return lane / 4 * 512 + lane % 4; },
                         [](unsigned lane) { return lane % 4 * 264 + lane / 4; }),
              8u);
    EXPECT_EQ(wavefronts([](unsigned lane) { return lane; }, [](unsigned lane) { return lane; }), 1u);
    EXPECT_EQ(wavefronts([](unsigned lane) { return lane; }, [](unsigned lane) { return 32 * lane; }), 32u);
    EXPECT_EQ(wavefronts([](unsigned lane) { return 32 * lane; }, [](unsigned lane) { return lane; }), 32u);
}

TEST(Measured, GenericAccesses) {
    const std::map<std::string, std::pair<std::string, sim::ptx::Opcode>> operations{
        {"ld4", {"ld.volatile.b32 %r10, [%rd6]", sim::ptx::Opcode::ld_}},
        {"ld8", {"ld.volatile.v2.b32 {%r10,%r11}, [%rd6]", sim::ptx::Opcode::ld_}},
        {"ld16", {"ld.volatile.v4.b32 {%r10,%r11,%r12,%r13}, [%rd6]", sim::ptx::Opcode::ld_}},
        {"st4", {"st.b32 [%rd6], %r1", sim::ptx::Opcode::st_}},
        {"st8", {"st.v2.b32 [%rd6], {%r1,%r1}", sim::ptx::Opcode::st_}},
        {"st16", {"st.v4.b32 [%rd6], {%r1,%r1,%r1,%r1}", sim::ptx::Opcode::st_}},
        {"atom", {"atom.add.u32 %r10, [%rd6], %r1", sim::ptx::Opcode::atom_}}};
    const std::vector<Row> rows = rowsOf("h200-generic.csv");
    EXPECT_EQ(rows.size(), 105u);
    for (const Row& row : rows) {
        const auto& [operation, opcode] = operations.at(row.at("op"));
        const std::string kernel = ptxKernel(
            std::string(prologue) +
                "ld.global.u32 %r2, [%rd2];\nld.global.u32 %r3, [%rd2+128];\nld.global.u32 %r6, [%rd13+256];\n"
                "shr.u32 %r7, %r6, %r1;\nand.b32 %r7, %r7, 1;\nsetp.ne.u32 %p1, %r7, 0;\n"
                "setp.ne.u32 %p2, %r3, 0;\nmov.u64 %rd7, room;\ncvta.shared.u64 %rd8, %rd7;\n"
                "selp.b64 %rd9, %rd8, %rd10, %p2;\ncvt.u64.u32 %rd4, %r2;\nadd.s64 %rd6, %rd9, %rd4;\n@%p1 " +
                operation + ";\nret;",
            ".shared .align 128 .b8 room[16384];");
        KernelSetup setup;
        setup.outWords = 4096;
        const auto pairs = pairsOf(row.at("offset:shared"));
        for (unsigned lane = 0; lane < 32; ++lane)
            std::tie(setup.in[lane], setup.in[32 + lane]) = pairs[lane];
        setup.in[64] = maskOf(row);
        const KernelRun run = runPtx(kernel, setup);
        ASSERT_TRUE(run.result.findings.empty()) << run.result.findings.front().message;
        sim::trace::GlobalCounts global;
        sim::trace::SharedCounts shared;
        for (const InstructionCounts& counts : sim::trace::countsByInstruction(run.program, run.result))
            if (counts.memory->space == sim::simt::AccessSpace::Generic) {
                global += counts.counts.global.sum();
                shared += counts.counts.shared.sum();
            }
        const std::string what = row.at("op") + " " + row.at("mask") + " " + row.at("offset:shared");
        EXPECT_EQ(shared.wavefronts, number(row, "wavefronts")) << what;
        EXPECT_EQ(shared.wavefrontsIdeal, number(row, "wavefronts_ideal")) << what;
        EXPECT_EQ(shared.instructions, number(row, "shared_instructions")) << what;
        EXPECT_EQ(global.sectors, number(row, "sectors")) << what;
        EXPECT_EQ(global.sectorsIdeal, number(row, "sectors_ideal")) << what;
        EXPECT_EQ(global.lines, number(row, "lines")) << what;
        if (opcode != sim::ptx::Opcode::atom_) { // ncu's requests are those of loads and stores
            EXPECT_EQ(global.requests, number(row, "global_requests")) << what;
        }
    }
}

// What ptxas 13.0 makes of wmma.load and wmma.store for sm_90: instructions of so many bytes a lane; LDSM as 16 bytes.
TEST(Measured, FragmentsAreMovedAsTheMachineCodeMovesThem) {
    struct Case {
        std::string operation;
        unsigned registers;
        unsigned requests, bytes;
        bool matrices; ///< LDSM
        const char* kind = "r";
    };
    const Case cases[] = {
        {"load.a.sync.aligned.row.m16n16k16.shared.f16", 8, 1, 512, true},
        {"load.a.sync.aligned.col.m16n16k16.shared.f16", 8, 1, 512, true},
        {"load.b.sync.aligned.row.m16n16k16.shared.bf16", 4, 1, 512, true},
        {"load.a.sync.aligned.row.m32n8k16.shared.f16", 8, 2, 512, true},
        {"load.b.sync.aligned.col.m32n8k16.shared.f16", 8, 1, 256, true},
        {"load.a.sync.aligned.row.m16n16k16.shared.s8", 2, 1, 256, true},
        {"load.a.sync.aligned.col.m16n16k16.shared.s8", 2, 8, 32, false},
        {"load.a.sync.aligned.row.m32n8k16.shared.s8", 4, 2, 256, true},
        {"load.b.sync.aligned.col.m32n8k16.shared.u8", 1, 1, 128, true},
        {"load.a.sync.aligned.row.m16n16k8.shared.tf32", 4, 4, 128, false},
        {"load.b.sync.aligned.row.m8n8k4.shared.f64", 1, 1, 256, false, "fd"},
        {"load.a.sync.aligned.row.m8n8k32.shared.u4", 1, 1, 128, true},
        {"load.b.sync.aligned.col.m8n8k128.shared.b1", 1, 1, 128, true},
        {"load.c.sync.aligned.row.m16n16k16.shared.f32", 8, 4, 256, false, "f"},
        {"load.c.sync.aligned.col.m16n16k16.shared.f32", 8, 8, 128, false, "f"},
        {"load.c.sync.aligned.row.m8n32k16.shared.f32", 8, 8, 128, false, "f"},
        {"load.c.sync.aligned.col.m8n32k16.shared.f32", 8, 4, 256, false, "f"},
        {"load.c.sync.aligned.row.m16n16k16.shared.f16", 4, 4, 128, false},
        {"load.c.sync.aligned.col.m16n16k16.shared.f16", 4, 4, 128, false},
        {"load.c.sync.aligned.row.m8n8k4.shared.f64", 2, 1, 512, false, "fd"},
        {"load.c.sync.aligned.col.m8n8k4.shared.f64", 2, 2, 256, false, "fd"},
        {"load.a.sync.aligned.col.m16n16k16.global.f16", 8, 4, 128, false},
        {"load.b.sync.aligned.row.m8n32k16.global.f16", 8, 8, 128, false},
        {"load.b.sync.aligned.col.m8n32k16.global.s8", 4, 4, 128, false},
        {"store.d.sync.aligned.row.m16n16k16.shared.f32", 8, 4, 256, false, "f"},
        {"store.d.sync.aligned.col.m16n16k16.global.s32", 8, 8, 128, false},
        {"store.d.sync.aligned.col.m16n16k16.global.f16", 4, 4, 128, false},
        {"store.d.sync.aligned.row.m16n16k16.global.f32", 8, 4, 256, false, "f"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.operation);
        const bool store = c.operation.starts_with("store"), shared = c.operation.find(".shared") != std::string::npos;
        std::string list = "{";
        for (unsigned i = 0; i < c.registers; ++i)
            list += (i ? ",%" : "%") + std::string(c.kind) + std::to_string(10 + i);
        list += "}";
        const std::string place = shared ? "[%r2]" : "[%rd12]";
        const KernelRun run =
            runPtx(ptxKernel(std::string(prologue) + "mov.u32 %r2, room;\nmov.u32 %r3, 128;\nwmma." + c.operation +
                                 (store ? " " + place + ", " + list : " " + list + ", " + place) + ", %r3;\nret;",
                             ".shared .align 128 .b8 room[40000];"),
                   {.outWords = 10000});
        ASSERT_TRUE(run.result.findings.empty()) << run.result.findings.front().message;
        const sim::trace::Counts counts = countsOf(run, sim::ptx::Opcode::wmma_).counts;
        const auto of = [&](const auto& kinds) { return store ? kinds.store : kinds.load; };
        EXPECT_EQ(shared ? of(counts.shared).requests : of(counts.global).requests, c.requests);
        EXPECT_EQ(shared ? of(counts.shared).bytesAsked : of(counts.global).bytesAsked, c.requests * c.bytes);
        EXPECT_EQ(of(counts.shared).instructions, shared && !c.matrices ? c.requests : 0);
    }
}

} // namespace warplens::tests
