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

TEST_F(Hostile, WhatNoThreadHasRoomForIsRefused) {
    expectWrongUse(simulate(write("local.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n"
                                               ".visible .entry k(.param .u64 p)\n{\n"
                                               ".local .align 4 .b8 large[560000];\nret;\n}\n")),
                   "needs 560000 bytes of local memory: 524288 at most");
    expectWrongUse({"simulate",
                    write("k.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n"
                                   ".visible .entry k(.param .u64 p)\n{\nret;\n}\n"),
                    "--grid", "1", "--block", "32", "--arg", "f32[99999999999999]=zeros"},
                   "an array has 1024 GiB at most");
}

TEST_F(Hostile, AFunctionWithoutAFrameThatCallsItselfEnds) {
    const auto result = cli(simulate(write("k.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n"
                                                    ".func f()\n{\ncall f;\nret;\n}\n"
                                                    ".visible .entry k(.param .u64 p)\n{\ncall f;\nret;\n}\n")));
    EXPECT_NE(result.ending.code, 0);
    EXPECT_NE((result.output + result.errors).find("calls itself without an end"), std::string::npos)
        << result.output << result.errors;
}

TEST_F(Hostile, ArgumentsAreOfTheKindThatTheKernelTakes) {
    const std::string file = write("k.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n"
                                            ".visible .entry k(.param .u32 n, .param .f32 x)\n{\nret;\n}\n");
    const auto with = [&](const std::string& n, const std::string& x) {
        return std::vector<std::string>{"simulate", file, "--grid", "1", "--block", "32", "--arg", n, "--arg", x};
    };
    expectWrongUse(with("f32=64", "f32=1"),
                   "the argument n is f32, and the kernel k takes a whole number there: write i32=");
    expectWrongUse(with("i32=64", "i32=1"), "the argument x is i32, and the kernel k takes a floating-point number");
    EXPECT_EQ(cli(with("i32=64", "f32=1")).ending.code, 0);
    EXPECT_EQ(cli(with("u32=64", "f32=1")).ending.code, 0);
}

TEST_F(Hostile, NumbersThatAreNoneAreRefused) {
    expectWrongUse({"measure", "matmul/07-tiled", "--timeout", "nan"}, "nan is no number");
    std::string offsets = "0";
    for (int lane = 1; lane < 32; ++lane)
        offsets += " " + std::to_string(lane);
    expectWrongUse({"access", "--csv",
                    write("t.csv", "op,width_bytes,active_mask_hex,element_offset_per_lane,global_sectors\n"
                                   "ld.global,4,00000001," +
                                       offsets + ",4294967297\n")},
                   "t.csv:2: '4294967297' in the column global_sectors is more than one request can have");
}

TEST_F(Hostile, AHeaderBesideTheSourceIsFoundFromItsFolder) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    write("beside.h", "#define STEP 3\n");
    write("k.cu", "#include \"beside.h\"\nextern \"C\" __global__ void k(float* p) { p[threadIdx.x] = STEP; }\n");
    const auto result = shell("cd " + folder.string() + " && exec " + WARPLENS_CLI +
                              " simulate k.cu --grid 1 --block 32 --arg 'f32[32]=zeros'");
    EXPECT_EQ(result.ending.code, 0) << result.errors;
}

TEST_F(Hostile, AHeaderThatIsNowhereIsNamed) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const auto result = cli(simulate(write("k.cu", std::string("#include \"nowhere.h\"\n") + kernel)));
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    EXPECT_NE(result.errors.find("nowhere.h was not found and is taken as empty"), std::string::npos) << result.errors;
    EXPECT_EQ(cli(simulate(write("k.cu", kernel))).errors.find("taken as empty"), std::string::npos);
}

TEST_F(Hostile, ARecordingThatEndsInItsMiddleIsNamed) {
    const std::filesystem::path source = WARPLENS_SOURCE_DIR, resources = folder / "resources";
    std::filesystem::create_directories(resources / "recordings");
    std::filesystem::create_directory_symlink(source / "kernels", folder / "kernels");
    for (const auto& each : std::filesystem::directory_iterator(source / "resources"))
        if (each.path().filename() != "recordings")
            std::filesystem::create_symlink(each.path(), resources / each.path().filename());
    for (const auto& each : std::filesystem::directory_iterator(source / "resources/recordings"))
        if (each.is_regular_file())
            std::filesystem::copy_file(each.path(), resources / "recordings" / each.path().filename());
    const auto asked = [&](const std::string& verb) {
        return shell("WARPLENS_DATA=" + folder.string() + " exec " + WARPLENS_CLI + " " + verb);
    };
    const std::string damaged = resources / "recordings/nvidia-h100.json";
    for (const char* verb :
         {"questions --kind order --count 1", "why matmul/07-tiled --size 64 --gpu H100", "stages matmul/07-tiled"})
        EXPECT_EQ(asked(verb).errors.find(damaged), std::string::npos) << verb;
    std::filesystem::resize_file(damaged, 5000);
    for (const char* verb :
         {"questions --kind order --count 1", "why matmul/07-tiled --size 64 --gpu H100", "stages matmul/07-tiled"})
        EXPECT_NE(asked(verb).errors.find(damaged), std::string::npos) << verb;
    // In words, not in those of a library.
    const auto expectProblem = [&](const std::string& part) {
        const std::string told = asked("why matmul/07-tiled --size 64 --gpu H100").errors;
        EXPECT_NE(told.find(damaged + ": " + part), std::string::npos) << told;
        EXPECT_EQ(told.find("json.exception"), std::string::npos) << told;
    };
    expectProblem("this is no recording: it ends in its middle, at line ");
    std::ofstream(damaged) << "{\"schema\": nul}";
    expectProblem("this is no recording: it is damaged at line 1, column 15");
    std::ofstream(damaged, std::ios::binary) << "\x7f"
                                                "ELF\xff";
    expectProblem("this is no recording: it is damaged at line 1, column 1");
}

// A disk that is really full: a file system of 64 KiB in a namespace of its own, where one may be had.
TEST_F(Hostile, ADiskThatIsReallyFullLeavesWhatWasThere) {
    const std::string mount = "unshare -rm sh -c 'mount -t tmpfs -o size=64k none " + folder.string() + " && ";
    if (shell(mount + "true' 2>/dev/null").ending.code != 0)
        GTEST_SKIP() << "no file system can be mounted here";
    const std::string write = "cd " + folder.string() + " && echo old >l.json && head -c 40000 /dev/zero >fill; ";
    const auto result = shell(mount + write + WARPLENS_CLI + " stages --json l.json; echo code $?; cat l.json; ls'");
    EXPECT_NE(result.errors.find("cannot write"), std::string::npos) << result.errors;
    EXPECT_EQ(result.output, "code 2\nold\nfill\nl.json\n");
    const auto told =
        shell(mount + write + "cat /dev/zero >more 2>/dev/null; " + WARPLENS_CLI + " stages >out; echo code $?'");
    EXPECT_NE(told.errors.find("could not be written"), std::string::npos) << told.errors;
    EXPECT_EQ(told.output, "code 2\n");
}

// --dump likewise: what was in the file stays.
TEST_F(Hostile, ADumpThatFindsNoRoomLeavesWhatWasThere) {
    const auto plain = cli({"simulate", "matmul/07-tiled", "--size", "64", "--dump", "C=/dev/full"});
    EXPECT_EQ(plain.ending.code, 2);
    EXPECT_NE(plain.errors.find("cannot write /dev/full: No space left"), std::string::npos) << plain.errors;
    const std::string mount = "unshare -rm sh -c 'mount -t tmpfs -o size=64k none " + folder.string() + " && ";
    if (shell(mount + "true' 2>/dev/null").ending.code != 0)
        GTEST_SKIP() << "no file system can be mounted here";
    const auto result =
        shell(mount + "cd " + folder.string() + " && echo old >c.bin && " + WARPLENS_CLI +
              " simulate matmul/07-tiled --size 256 --blocks 0,0,0 --dump C=c.bin >/dev/null; echo code $?; cat "
              "c.bin; ls'");
    EXPECT_NE(result.errors.find("cannot write c.bin"), std::string::npos) << result.errors;
    EXPECT_EQ(result.output, "code 2\nold\nc.bin\n");
}

// What is empty gets advice for what it is.
TEST_F(Hostile, EmptyFilesAreCalledEmpty) {
    expectWrongUse({"simulate", write("empty.ptx", "")}, "empty.ptx is empty: PTX has a kernel in each .entry");
    expectWrongUse({"simulate", write("blank.ptx", "// nothing\n")},
                   "blank.ptx has no kernel: PTX has a kernel in each");
    expectWrongUse(simulate(write("empty.ptx", "\n")), "empty.ptx is empty: PTX has a kernel in each .entry");
    expectWrongUse({"simulate", write("empty.cu", " \n")}, "empty.cu is empty: write a kernel into it");
    expectWrongUse({"simulate", write("host.cu", "int main() {}\n")}, "host.cu has no kernel, nor has a header");
}

TEST_F(Hostile, BudgetsThatAreNoFileAreToldTruly) {
    expectWrongUse({"gate", "/dev/zero"}, "cannot read /dev/zero: it is a pipe or a device");
    expectWrongUse({"gate", folder.string()}, "it is a folder");
    expectWrongUse({"gate", "/nowhere.toml"}, "cannot read /nowhere.toml: No such file or directory");
    expectWrongUse({"gate", write("large.toml", std::string(2 << 20, '#'))}, "are taken at most");
}

/// U+FEDF: toml++'s table of white space says that it never comes here with such a character.
TEST_F(Hostile, ACharacterThatIsNoSpaceIsAMistakeInItsLine) {
    expectWrongUse({"gate", write("letter.toml", "[\xef\xbb\x9fYt]]t]]\n")}, "letter.toml:1");
}

/// What cannot be a number of launches, threads or bytes is refused, and not made one.
TEST_F(Hostile, NumbersThatAreNotWholeAreRefusedInLaunchesThatWereKept) {
    std::stringstream seed;
    seed << std::ifstream(WARPLENS_SOURCE_DIR "/tests/fuzz/launches/kept.json").rdbuf();
    const std::string good = seed.str();
    write("module.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n");
    write("memory.bin", std::string(4096, 'm'));
    for (const auto& [from, to] : {std::pair("\"block\":[32,1,1]", "\"block\":[1e34,1,1]"),
                                   {"\"block\":[32,1,1]", "\"block\":[32.5,1,1]"},
                                   {"\"grid\":[1,1,1]", "\"grid\":[-1,1,1]"},
                                   {"\"number\":1", "\"number\":1e20"},
                                   {"\"dynamic_shared_bytes\":0", "\"dynamic_shared_bytes\":4294967296000"}}) {
        std::string text = good;
        ASSERT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), std::string(from).size(), to);
        write("launch.json", text);
        expectWrongUse({"simulate", folder.string()}, "no whole number of the range that is read");
    }
}

TEST_F(Hostile, ALauncherThatNeverStopsTalkingIsGivenUp) {
    const auto result = cli({"devices", "--via", "yes"});
    EXPECT_NE(result.ending.code, 0);
    EXPECT_NE((result.output + result.errors).find("none of them is a worker's answer"), std::string::npos)
        << result.output << result.errors;
}

} // namespace warplens::tests
