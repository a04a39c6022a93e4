// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli run --on-gpu` against a stand-in for a GPU's driver (stand_in_gpu.cpp): what a program has in memory
// reaches the GPU and comes back, and what differs is found, named, and decides the exit code. What a real GPU answers,
// tests/hardware/on_gpu.sh tells.
#include "kernels/process/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

struct Ran {
    kernels::ProcessResult process;
    json document;
};

Ran onGpu(const std::string& program, const std::string& error, std::vector<std::string> options = {},
          const std::string& driver = WARPLENS_STAND_IN_GPU) {
    static int number = 0;
    // Each test is a process of its own, and several run at a time.
    const std::string list =
        testing::TempDir() + "/on-gpu-" + std::to_string(::getpid()) + "-" + std::to_string(number++) + ".json";
    std::vector<std::string> command{"env",
                                     "WARPLENS_LIBCUDA=" + driver,
                                     "STAND_IN_GPU=" + error,
                                     WARPLENS_CLI,
                                     "run",
                                     WARPLENS_RUNTIME_PROGRAMS "/" + program,
                                     "--on-gpu",
                                     "--json",
                                     list};
    command.insert(command.end(), options.begin(), options.end());
    Ran ran{kernels::runProcess(command, ""), {}};
    std::ifstream in(list);
    ran.document = json::parse(in, nullptr, false);
    return ran;
}

std::string textOf(const Ran& ran) {
    return ran.process.output + "\n" + ran.process.errors;
}

TEST(OnGpu, PointersMeanTheSameOnBoth) {
    const Ran ran = onGpu("both", "");
    SCOPED_TRACE(textOf(ran));
    EXPECT_EQ(ran.process.ending.code, 0);
    EXPECT_NE(ran.process.output.find("all as it should be"), std::string::npos);
    ASSERT_EQ(ran.document.at("launches").size(), 7u);
    for (const json& launch : ran.document.at("launches")) {
        EXPECT_TRUE(launch.at("gpu").at("ran").get<bool>());
        EXPECT_TRUE(launch.at("gpu").at("emulated").get<bool>());
        EXPECT_FALSE(launch.at("gpu").contains("not_compared")) << launch.at("gpu");
        EXPECT_EQ(launch.at("gpu").at("different"), 0);
        EXPECT_GT(launch.at("gpu").at("bytes"), 1000);
    }
    EXPECT_NE(ran.process.errors.find("runs the kernels, and each is emulated beside it"), std::string::npos);
    EXPECT_NE(ran.process.errors.find("= GPU"), std::string::npos);
    EXPECT_NE(ran.process.errors.find("7 of 7 launches that were compared left the same bytes"), std::string::npos);
}

TEST(OnGpu, OneBitIsFoundAndTheProgramGoesOnWithTheGpus) {
    const Ran ran = onGpu("vector_add", "flip");
    SCOPED_TRACE(textOf(ran));
    EXPECT_EQ(ran.process.ending.code, 1); // the program itself ends well
    const json& gpu = ran.document.at("launches").at(0).at("gpu");
    EXPECT_EQ(gpu.at("different"), 1);
    EXPECT_EQ(gpu.at("bytes"), 12000); // three arrays
    ASSERT_EQ(gpu.at("arrays").size(), 1u);
    EXPECT_EQ(gpu.at("arrays")[0].at("name"), "a");
    EXPECT_EQ(gpu.at("arrays")[0].at("first"), 5);
    // a[1] is 1.0f, 0x3f800000; its second byte has one bit more on the GPU.
    EXPECT_NE(ran.process.errors.find("differs: 1 of 12000 bytes, first at byte 5 of a"), std::string::npos);
    EXPECT_NE(
        ran.process.errors.find("a: 1 of 4000 bytes differ, the first in element 1: 1 emulated, 1.00003052 on the GPU"),
        std::string::npos);
    EXPECT_NE(ran.process.errors.find("0 of 1 launch that was compared"), std::string::npos);
}

TEST(OnGpu, LaunchesThatAreNotAskedForRunThereAlone) {
    const Ran ran = onGpu("both", "", {"--launch", "3"});
    SCOPED_TRACE(textOf(ran));
    EXPECT_EQ(ran.process.ending.code, 0);
    EXPECT_NE(ran.process.output.find("all as it should be"), std::string::npos); // of what the GPU has computed
    for (const json& launch : ran.document.at("launches")) {
        EXPECT_TRUE(launch.at("gpu").at("ran").get<bool>());
        EXPECT_EQ(launch.at("gpu").at("emulated").get<bool>(), launch.at("number") == 3);
        EXPECT_EQ(launch.at("gpu").contains("not_compared"), launch.at("number") != 3);
        EXPECT_EQ(launch.at("blocks_simulated") == 0, launch.at("number") != 3);
    }
    EXPECT_NE(ran.process.errors.find("on the GPU alone"), std::string::npos);
    EXPECT_NE(ran.process.errors.find("1 of 1 launch that was compared"), std::string::npos);
}

TEST(OnGpu, AFaultOfTheGpuIsTheProgramsError) {
    const Ran ran = onGpu("vector_add", "fault");
    SCOPED_TRACE(textOf(ran));
    EXPECT_NE(ran.process.ending.code, 0); // the program checks its errors
    const json& launch = ran.document.at("launches").at(0);
    EXPECT_EQ(launch.at("error_name"), "cudaErrorIllegalAddress");
    EXPECT_NE(launch.at("gpu").at("error").get<std::string>().find("illegal memory access"), std::string::npos);
    EXPECT_NE(ran.process.errors.find("not compared: the launch on the GPU: an illegal memory access"),
              std::string::npos);
}

// Each side has textures and a heap of its own: such launches are emulated, and that is said.
TEST(OnGpu, WhatTheGpuCannotShareIsEmulatedAlone) {
    const Ran textures = onGpu("textures", ""), heap = onGpu("kept", "");
    SCOPED_TRACE(textOf(textures) + textOf(heap));
    EXPECT_NE(textures.process.output.find("all as it should be"), std::string::npos);
    EXPECT_NE(textures.process.errors.find("not compared: its kernel uses textures or surfaces"), std::string::npos);
    EXPECT_EQ(heap.process.ending.code, 0);
    EXPECT_NE(heap.process.errors.find("not compared: its module allocates memory in kernels"), std::string::npos);
}

TEST(OnGpu, GraphsTheDriverLinkedCodeAndPrintfWork) {
    for (const std::string program : {"graphs", "graph_memory", "capture", "driver", "nvrtc", "pools", "slices"}) {
        const Ran ran = onGpu(program, "");
        SCOPED_TRACE(program + ": " + textOf(ran));
        EXPECT_EQ(ran.process.ending.code, 0);
        EXPECT_EQ(ran.process.errors.find("nothing orders the two"), std::string::npos); // they are in one stream
        size_t compared = 0;
        for (const json& launch : ran.document.at("launches")) {
            EXPECT_EQ(launch.at("gpu").at("different"), 0) << launch.at("gpu");
            compared += !launch.at("gpu").contains("not_compared");
        }
        EXPECT_GT(compared, 0u);
    }
    // Linked code is machine code alone, which the stand-in cannot take; a real driver can.
    const Ran linked = onGpu("relocatable", "");
    EXPECT_EQ(linked.process.ending.code, 0) << textOf(linked);
    EXPECT_NE(linked.process.output.find("32640 and 3"), std::string::npos) << textOf(linked);
    EXPECT_NE(linked.process.errors.find("not compared: cuModuleLoadData on the GPU"), std::string::npos);
    const Ran print = onGpu("print_and_assert", "");
    const std::string line = "thread 3 of block 1: 2.500000 and text\n";
    const size_t first = print.process.output.find(line);
    EXPECT_NE(first, std::string::npos) << textOf(print);
    EXPECT_EQ(print.process.output.find(line, first + 1), std::string::npos) << "printed by both sides";
}

TEST(OnGpu, WhatCannotBeIsSaid) {
    const Ran none = onGpu("vector_add", "", {}, "/nowhere/libcuda.so.1");
    EXPECT_EQ(none.process.ending.code, 2) << textOf(none);
    EXPECT_NE(none.process.errors.find("there is no GPU to run on: its driver, /nowhere/libcuda.so.1, is not on this "
                                       "machine; without --on-gpu the program is emulated"),
              std::string::npos);
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"--sample"}, {"--devices", "2"}, {"--arch", "8.6"}, {"--launch", "0"}}) {
        const Ran ran = onGpu("vector_add", "", options);
        EXPECT_EQ(ran.process.ending.code, 2) << textOf(ran);
        EXPECT_NE(ran.process.errors.find(options.front()), std::string::npos) << textOf(ran);
    }
}

} // namespace
} // namespace warplens::tests
