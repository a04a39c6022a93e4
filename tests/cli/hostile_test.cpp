// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are none, outputs that are full: a sentence each, exit code 2, and nothing lost that was there before.
#include "tests/cli/support.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace warplens::tests {
namespace {

constexpr const char* kernel = "extern \"C\" __global__ void k(float* p) { p[threadIdx.x] = 1; }\n";

class Hostile : public testing::Test {
protected:
    Hostile() {
        std::string name = std::filesystem::temp_directory_path() / "warplens-XXXXXX";
        folder = ::mkdtemp(name.data());
    }
    ~Hostile() override { std::filesystem::remove_all(folder); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    }
    std::string pipe(const std::string& name) const {
        const std::string path = folder / name;
        EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
        return path;
    }
    static std::vector<std::string> simulate(const std::string& file) {
        return {"simulate", file, "--grid", "1", "--block", "32", "--arg", "f32[32]=zeros"};
    }
    /// As a shell runs it, with its redirections.
    static kernels::ProcessResult shell(const std::string& line) {
        return kernels::runProcess({"/bin/sh", "-c", line}, "");
    }
    std::filesystem::path folder;
};

} // namespace

TEST_F(Hostile, PipesDevicesAndFoldersAreNoFiles) {
    for (const char* name : {"k.cu", "k.ptx"}) {
        expectWrongUse(simulate(pipe(name)), "it is a pipe or a device");
        std::filesystem::remove(folder / name);
        std::filesystem::create_symlink("/dev/zero", folder / name);
        expectWrongUse(simulate(folder / name), "it is a pipe or a device");
        std::filesystem::remove(folder / name);
        std::filesystem::create_directory(folder / name);
        expectWrongUse(simulate(folder / name), "it is a folder");
        std::filesystem::remove(folder / name);
    }
    expectWrongUse({"access", "--csv", "/dev/zero"}, "cannot read /dev/zero: it is a pipe or a device");
    expectWrongUse({"access", "--csv", pipe("t.csv")}, "it is a pipe or a device");
    if (noCompiler().empty())
        expectWrongUse({"simulate", write("k.cu", kernel), "--grid", "1", "--block", "32", "--arg",
                        "f32[32]=file:" + pipe("data")},
                       "it is no file, but a folder, a pipe or a device");
}

TEST_F(Hostile, AStageThatIsAPipeIsAProblemOfThatStage) {
    std::filesystem::create_directories(folder / "stages" / "t");
    write("stages/t/track.toml", "title = \"T\"\norder = 1\n");
    const std::string stage = pipe("stages/t/01-x.toml");
    write("stages/t/01-x.cu", kernel);
    const auto result = cli({"stages", "--stages", folder / "stages"});
    EXPECT_NE(result.ending.code, 0);
    EXPECT_NE(result.errors.find("01-x.toml"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("it is a pipe or a device"), std::string::npos) << result.errors;
}

TEST_F(Hostile, TooLargeIsSaidBeforeItIsRead) {
    const std::string file = write("k.cu", kernel);
    std::filesystem::resize_file(file, 5ull << 30); // sparse: takes no room
    expectWrongUse(simulate(file), "it has 5120 MiB, and 16 MiB are taken at most");
}

TEST_F(Hostile, MarksOfEditorsAreNoObstacle) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const auto plain = cli(simulate(write("k.cu", kernel)));
    ASSERT_EQ(plain.ending.code, 0) << plain.errors;
    const auto marked = cli(simulate(write("k.cu", std::string("\xEF\xBB\xBF") + kernel)));
    EXPECT_EQ(marked.ending.code, 0) << marked.errors;
    std::string wide = "\xFF\xFE";
    for (const char* c = kernel; *c != '\0'; ++c)
        wide += std::string{*c, '\0'};
    expectWrongUse(simulate(write("k.cu", wide)), "it is UTF-16; save it as UTF-8");
}

TEST_F(Hostile, LostOutputIsNoSuccess) {
    for (const char* to : {">/dev/full", ">&-"}) {
        for (const char* verb : {"stages", "stages --json -", "archs", "--help"}) {
            const auto result = shell(std::string(WARPLENS_CLI) + " " + verb + " " + to);
            EXPECT_EQ(result.ending.code, 2) << verb << to;
            EXPECT_NE(result.errors.find("could not be written"), std::string::npos) << verb << to << result.errors;
        }
    }
    // A closed standard error takes nothing along.
    EXPECT_EQ(shell(std::string(WARPLENS_CLI) + " stages >/dev/null 2>&-").ending.code, 0);
    EXPECT_EQ(shell(std::string(WARPLENS_CLI) + " simulate /nowhere.cu 2>/dev/full").ending.code, 2);
}

TEST_F(Hostile, AFullDiskLeavesWhatWasThere) {
    // A limit of the size of files, since no test can fill a disk: the same error in the same place.
    const std::string old = write("old.json", "what was there");
    const auto result = shell("trap '' XFSZ; ulimit -f 1; exec " + std::string(WARPLENS_CLI) + " stages --json " + old);
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_NE(result.errors.find("cannot write " + old), std::string::npos) << result.errors;
    std::ostringstream text;
    text << std::ifstream(old).rdbuf();
    EXPECT_EQ(text.str(), "what was there");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1) << "something half-written is left";
    // And where there is room, the new one has its place.
    EXPECT_EQ(cli({"stages", "--json", old}).ending.code, 0);
    EXPECT_GT(std::filesystem::file_size(old), 10000u);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

} // namespace warplens::tests
