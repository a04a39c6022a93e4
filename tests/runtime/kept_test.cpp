// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that `warplens-cli run --keep` has kept: run again by themselves they cost what they cost in their program.
#include "kernels/process/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// What was found where. Words may differ: only the program knows what was freed.
std::vector<std::string> kindsOf(const json& launch) {
    std::vector<std::string> kinds;
    for (const json& finding : launch.at("findings"))
        kinds.push_back((finding.at("kind") == "use-after-free" ? std::string("out-of-bounds")
                                                                : finding.at("kind").get<std::string>()) +
                        " " + finding.at("line").dump() + " " + finding.at("block").dump() + " " +
                        finding.at("times").dump());
    return kinds;
}

class Kept : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(testing::TempDir()) /
                   ("kept-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    /// The list of launches that `run` has written.
    json run(const std::string& program, std::vector<std::string> options) {
        const fs::path list = m_folder / "list.json";
        fs::create_directories(m_folder);
        std::vector<std::string> command{WARPLENS_CLI, "run", WARPLENS_RUNTIME_PROGRAMS "/" + program, "--json", list};
        command.insert(command.end(), options.begin(), options.end());
        m_result = kernels::runProcess(command, "");
        std::ifstream in(list);
        return json::parse(in, nullptr, false);
    }
    static json simulate(const fs::path& folder, std::vector<std::string> options = {}) {
        std::vector<std::string> command{WARPLENS_CLI, "simulate", folder, "--json", "-"};
        command.insert(command.end(), options.begin(), options.end());
        const kernels::ProcessResult result = kernels::runProcess(command, "");
        EXPECT_EQ(result.errors, "");
        EXPECT_NE(result.ending.code, 2);
        return json::parse(result.output, nullptr, false);
    }
    kernels::ProcessResult refused(const fs::path& folder, std::vector<std::string> options = {}) const {
        std::vector<std::string> command{WARPLENS_CLI, "simulate", folder};
        command.insert(command.end(), options.begin(), options.end());
        return kernels::runProcess(command, "");
    }
    fs::path keep() const { return m_folder / "launches"; }

    fs::path m_folder;
    kernels::ProcessResult m_result;
};

TEST_F(Kept, LaunchesCostWhatTheyCostInTheirProgram) {
    for (const std::string program : {"kept", "vector_add", "slices", "graphs", "driver", "pools", "watched"}) {
        SCOPED_TRACE(program);
        const json list = run(program, {"--keep", keep()});
        ASSERT_TRUE(list.is_object()) << m_result.errors;
        ASSERT_FALSE(list.at("launches").empty());
        for (const json& launch : list.at("launches")) {
            SCOPED_TRACE(launch.at("name").get<std::string>() + " " + launch.at("number").dump());
            ASSERT_TRUE(launch.contains("recording")) << m_result.errors;
            const json again = simulate(launch.at("recording").get<std::string>());
            ASSERT_TRUE(again.is_object());
            EXPECT_EQ(again.at("totals"), launch.at("totals"));
            EXPECT_EQ(kindsOf(again), kindsOf(launch));
            EXPECT_EQ(again.at("grid"), launch.at("grid"));
            EXPECT_EQ(again.at("blocks_watched"), launch.at("blocks_total"));
        }
    }
}

TEST_F(Kept, OneLaunchIsKeptWithMemoryAsItWasBefore) {
    const json list = run("kept", {"--keep", keep(), "--launch", "9"});
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(keep()))
        folders.push_back(entry.path());
    ASSERT_EQ(folders.size(), 1u) << m_result.errors;
    EXPECT_TRUE(folders[0].filename().string().ends_with("-9"));
    // What the eighth launch and those before have left decides what this one reads: the counts do not tell that, but
    // its output does.
    const fs::path dump = m_folder / "a";
    simulate(folders[0], {"--dump", "s + 8=" + dump.string()});
    std::ifstream in(dump, std::ios::binary);
    std::vector<float> a(100);
    in.read(reinterpret_cast<char*>(a.data()), 400);
    // `b` held scaled(a) = 0 · 2 + 3 when the launch began.
    EXPECT_EQ(a[0], 3.0f * 2.0f + 3.0f);
    EXPECT_EQ(a[99], 3.0f * 2.0f + 3.0f);
}

TEST_F(Kept, WhatCannotBeKeptIsSaid) {
    json list = run("kept", {"--keep", keep(), "--keep-limit", "0"});
    EXPECT_EQ(m_result.ending.code, 0);
    EXPECT_NE(m_result.errors.find("--keep-limit allows more"), std::string::npos) << m_result.errors;
    EXPECT_TRUE(fs::is_empty(keep()));

    run("vector_add", {"--keep", keep(), "--launch", "7"});
    EXPECT_EQ(m_result.ending.code, 2);
    EXPECT_NE(m_result.errors.find("launch 7 was not kept: the program has made 1"), std::string::npos);

    run("vector_add", {"--launch", "1"});
    EXPECT_EQ(m_result.ending.code, 2);
    EXPECT_NE(m_result.errors.find("--keep FOLDER"), std::string::npos);
}

TEST_F(Kept, FoldersThatAreBrokenAreRefused) {
    const json list = run("vector_add", {"--keep", keep()});
    const fs::path folder = list.at("launches").at(0).at("recording").get<std::string>();
    const auto refuses = [&](const std::string& sentence, const std::vector<std::string>& options = {}) {
        const kernels::ProcessResult result = refused(folder, options);
        EXPECT_EQ(result.ending.code, 2) << result.output;
        EXPECT_NE(result.errors.find(sentence), std::string::npos) << result.errors;
    };
    refuses("--grid is not for a launch that was kept", {"--grid", "4"});
    fs::resize_file(folder / "memory.bin", 100);
    refuses("the file is not whole");
    fs::remove(folder / "memory.bin");
    refuses("memory.bin");
    const fs::path head = folder / "launch.json";
    std::ifstream in(head);
    json document = json::parse(in);
    const auto write = [&](const json& changed) { std::ofstream(head) << changed.dump(); };
    json changed = document;
    changed["memory"][1]["base"] = document["memory"][0]["base"];
    write(changed);
    refuses("cannot lie at");
    changed = document;
    changed["parameters"] = "zz";
    write(changed);
    refuses("\"parameters\" are no bytes");
    changed = document;
    changed.erase("grid");
    write(changed);
    refuses("this is no kept launch");
    changed = document;
    changed["version"] = 99;
    write(changed);
    refuses("kept by another Warplens");
    std::ofstream(head) << "[";
    refuses("launch.json: this is no kept launch");
}

} // namespace
} // namespace warplens::tests
