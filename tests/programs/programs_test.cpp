// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of programs.txt on the emulator: each without a finding, compiled for three generations of GPUs, and
// with the results that a loop on the host has. tests/hardware/programs.sh holds them against a GPU.
#include "app/engine/check.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/data/fill.h"
#include "tests/programs/program.h"
#include "tests/sim/machine_arithmetic.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace warplens::tests {

std::vector<Program> readPrograms(const std::string& listFile) {
    std::ifstream in(listFile);
    std::ostringstream lines;
    if (!in || !(lines << in.rdbuf()))
        throw std::runtime_error("cannot read " + listFile);
    return readProgramLines(lines.str());
}

std::vector<Program> readProgramLines(const std::string& lines) {
    std::istringstream in(lines);
    std::vector<Program> list;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        std::istringstream words(line);
        Program program;
        words >> program.file;
        const auto dim = [&] {
            sim::simt::Dim3 d{1, 1, 1};
            std::string text;
            words >> text;
            std::sscanf(text.c_str(), "%u,%u,%u", &d.x, &d.y, &d.z);
            return d;
        };
        for (std::string word; words >> word;) {
            std::string value;
            if (word == "--grid")
                program.launch.grid = dim();
            else if (word == "--block")
                program.launch.block = dim();
            else if (words >> value; word == "--kernel")
                program.kernel = value;
            else if (word == "--smem")
                program.launch.dynamicShared = static_cast<uint32_t>(std::stoul(value));
            else if (word == "--arch")
                program.architecture = value;
            else if (word == "--bound")
                program.bounds.push_back(value);
            else if (word == "--arg")
                program.launch.arguments.push_back({"", value, kernels::parseArgumentSpec(value)});
            else
                throw std::runtime_error("what is " + word + "?");
        }
        list.push_back(std::move(program));
    }
    return list;
}

Data initialData(const Program& program) {
    Data data;
    for (const engine::NamedArgument& argument : program.launch.arguments) {
        if (!argument.spec.isArray) {
            data.arguments.push_back(argument.spec.scalar);
            continue;
        }
        auto& bytes = data.arguments.emplace_back(static_cast<size_t>(argument.spec.byteCount()));
        kernels::fillArray(argument.spec.type, argument.spec.fill, bytes);
    }
    return data;
}

namespace {

std::vector<Program> programs() {
    return readPrograms(WARPLENS_PROGRAMS_DIR "/programs.txt");
}

class Programs : public testing::TestWithParam<Program> {};

double valueAt(kernels::ElementType type, const std::byte* at) {
    using kernels::ElementType;
    float f;
    double d;
    switch (type) {
    case ElementType::F32:
        std::memcpy(&f, at, 4);
        return f;
    case ElementType::F64:
        std::memcpy(&d, at, 8);
        return d;
    default:
        ADD_FAILURE() << "a tolerance is for single and double precision";
        return 0;
    }
}

void compare(const engine::Simulation::Array& array, const std::vector<std::byte>& got,
             const std::vector<std::byte>& expected, double tolerance) {
    ASSERT_EQ(got.size(), expected.size());
    const size_t element = kernels::elementSize(array.type);
    for (size_t i = 0; i < got.size(); i += element) {
        if (tolerance == 0) {
            ASSERT_EQ(std::memcmp(got.data() + i, expected.data() + i, element), 0)
                << array.name << ", element " << i / element;
            continue;
        }
        const double x = valueAt(array.type, got.data() + i), y = valueAt(array.type, expected.data() + i);
        ASSERT_TRUE(std::fabs(x - y) <= tolerance * std::max(1.0, std::fabs(y)))
            << array.name << ", element " << i / element << ": " << x << " instead of " << y;
    }
}

TEST_P(Programs, RunWithoutAFindingAndGiveWhatAHostGives) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const Program& program = GetParam();
    const Reference* reference = nullptr;
    for (const Reference& one : references())
        if (one.program == program.name())
            reference = &one;
    for (const std::string architecture : {"7.5", "8.0", "9.0"}) {
        if (architecture < program.architecture)
            continue;
        SCOPED_TRACE(architecture);
        engine::Simulation simulation(
            engine::imageOfFile(compiler, WARPLENS_PROGRAMS_DIR "/" + program.file, program.kernel, {}, architecture),
            program.launch);
        sim::simt::RunOptions options;
        options.checkedBlocks = UINT64_MAX;
        const sim::simt::RunResult result = simulation.run(options);
        for (const sim::simt::Finding& finding : result.findings)
            if (finding.severity == sim::simt::Finding::Severity::Error)
                ADD_FAILURE() << fmt::format("{}:{}: {}: {}", finding.file, finding.line,
                                             sim::simt::findingName(finding.kind), finding.message);
        if (program.name() == "heap") {
            EXPECT_TRUE(result.output.starts_with("thread 5: ") && result.output.ends_with(" of heap\n"))
                << result.output;
        }
        if (reference == nullptr)
            continue;
        Data expected = initialData(program);
        reference->compute(expected);
        for (const Reference::Output& output : reference->outputs)
            compare(simulation.arrays()[output.argument], simulation.contents(simulation.arrays()[output.argument]),
                    expected.arguments[output.argument], output.tolerance);
    }
}

// Nothing of the answer depends on how many cores the host has.
TEST_P(Programs, GiveTheSameWithAnyNumberOfThreads) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const Program& program = GetParam();
    const engine::KernelImage image = engine::imageOfFile(compiler, WARPLENS_PROGRAMS_DIR "/" + program.file,
                                                          program.kernel, {}, program.architecture);
    std::vector<std::vector<std::byte>> first;
    sim::simt::RunResult alone;
    for (const unsigned threads : {1u, 2u, 5u}) {
        engine::Simulation simulation(image, program.launch);
        sim::simt::RunOptions options;
        options.threads = threads;
        const sim::simt::RunResult result = simulation.run(options);
        if (threads == 1)
            alone = result;
        EXPECT_EQ(result.executions, alone.executions) << threads;
        EXPECT_EQ(result.counters, alone.counters) << threads;
        for (size_t i = 0; i < simulation.arrays().size(); ++i) {
            std::vector<std::byte> now = simulation.contents(simulation.arrays()[i]);
            if (threads == 1)
                first.push_back(std::move(now));
            else
                EXPECT_EQ(now, first[i]) << "argument " << i << " with " << threads << " threads";
        }
    }
}

// What is joined into fused multiply-adds is what ptxas has joined, for each generation.
TEST_P(Programs, JoinProductsAndSumsAsTheMachineCodeDoes) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const Program& program = GetParam();
    for (const std::string architecture : {"7.5", "8.0", "9.0"}) {
        if (architecture < program.architecture)
            continue;
        const engine::KernelImage image =
            engine::imageOfFile(compiler, WARPLENS_PROGRAMS_DIR "/" + program.file, program.kernel, {}, architecture);
        EXPECT_EQ(compareArithmetic(image.ptx, image.cubin).differences, "") << architecture;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param.name(); });

// No stage of the catalogue is accused of anything, at a size that is no multiple of its tiles.
TEST(Stages, RaiseNoAlarm) {
    const kernels::StageCompiler compiler;
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    for (const kernels::Stage& stage : catalogue.stages) {
        if (!stage.kernel)
            continue;
        for (const kernels::ParameterValues& parameters : kernels::allVariants(stage)) {
            const kernels::StageInstance instance = kernels::makeInstance(stage, parameters, kernels::parseSize("72"));
            engine::Simulation simulation(engine::imageOfStage(compiler, stage, instance.parameters, "9.0"),
                                          engine::launchOfStage(instance));
            sim::simt::RunOptions options;
            options.checkedBlocks = UINT64_MAX;
            for (const sim::simt::Finding& finding : simulation.run(options).findings)
                if (finding.severity == sim::simt::Finding::Severity::Error)
                    ADD_FAILURE() << fmt::format("{} {}: line {}: {}: {}", stage.id, kernels::variantText(parameters),
                                                 finding.line, sim::simt::findingName(finding.kind), finding.message);
        }
    }
}

TEST(ComparedArrays, TellsBitsAndDistanceApart) {
    const auto bytes = [](const std::vector<float>& values) {
        const auto* begin = reinterpret_cast<const std::byte*>(values.data());
        return std::vector<std::byte>(begin, begin + 4 * values.size());
    };
    const auto compared = [&](const std::vector<float>& ours, const std::vector<float>& theirs) {
        return engine::compareArrays("a", kernels::ElementType::F32, bytes(ours), bytes(theirs));
    };
    engine::OutputCheck check = compared({1, 2, 3}, {1, 2, 3});
    EXPECT_TRUE(check.sameBits() && check.accepted());
    EXPECT_EQ(check.greatestDifference, 0);
    // Relative to the value beyond 1, absolute below.
    check = compared({1, 0.25f, 8}, {1, 0.5f, 10});
    EXPECT_EQ(check.differentElements, 2u);
    EXPECT_EQ(check.firstDifference, 1u);
    EXPECT_DOUBLE_EQ(check.greatestDifference, 0.25);
    EXPECT_FALSE(check.accepted()) << "without a bound only the same bits are";
    check.bound = 0.24;
    EXPECT_FALSE(check.accepted());
    check.bound = 0.26;
    EXPECT_TRUE(check.accepted());
    // What is a number on one side only is no approximation, nor are whole numbers.
    check = compared({1, NAN}, {1, 2});
    check.bound = 1e9;
    EXPECT_FALSE(check.accepted());
    check = engine::compareArrays("a", kernels::ElementType::I32, bytes({1}), bytes({2}));
    check.bound = 1e9;
    EXPECT_FALSE(check.accepted());
}

TEST(ProgramList, HasBoundsForArraysOnly) {
    size_t bounds = 0;
    for (const Program& program : programs())
        for (const std::string& bound : program.bounds) {
            const auto number = static_cast<size_t>(std::atoi(bound.c_str()));
            ASSERT_LT(number, program.launch.arguments.size()) << program.file;
            EXPECT_TRUE(program.launch.arguments[number].spec.isArray) << program.file;
            ++bounds;
        }
    EXPECT_EQ(bounds, 5u);
}

TEST(ProgramList, HasAProgramForEachReference) {
    for (const Reference& reference : references()) {
        bool found = false;
        for (const Program& program : programs())
            found |= program.name() == reference.program;
        EXPECT_TRUE(found) << reference.program;
    }
}

} // namespace
} // namespace warplens::tests
