// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli stages`: the list, and one stage with its figures.
#include "tests/cli/support.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

TEST(CliStages, TellsOneWithItsFiguresAndWhereTheyComeFrom) {
    const kernels::ProcessResult told = cli({"stages", "matmul/06-tiled-conflicts"});
    EXPECT_EQ(told.ending.code, 0) << told.errors;
    EXPECT_TRUE(told.output.starts_with("matmul/06-tiled-conflicts: Tiled, coalesced, conflicting\n")) << told.output;
    EXPECT_NE(told.output.find("takes 32 wavefronts."), std::string::npos) << told.output;
    EXPECT_NE(told.output.find("\n(machine code; modelled at 512; recorded on NVIDIA "), std::string::npos)
        << told.output;
    EXPECT_NE(told.output.find("recorded on NVIDIA H200, "), std::string::npos) << told.output;
    EXPECT_TRUE(told.output.ends_with(")\n")) << told.output;
    EXPECT_EQ(told.output.find_first_of("{}"), std::string::npos) << told.output;
}

TEST(CliStages, AsJsonEachPieceSaysWhatItIs) {
    const json document = answer({"stages", "patterns/05-broadcast"});
    const json& piece = document.at("look_at").at("pieces").at(0);
    EXPECT_EQ(piece.at("kind"), "claim");
    EXPECT_EQ(piece.at("state"), "known");
    EXPECT_EQ(piece.at("text"), "One sector serves the whole request");
    EXPECT_EQ(piece.at("origin"), "modelled at 1024");
    EXPECT_EQ(document.at("look_at").at("text"), "One sector serves the whole request.");
}

TEST(CliStages, FailWhereATextSaysWhatDoesNotHold) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("warplens-stages-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder / "patterns");
    for (const char* name : {"track.toml", "05-broadcast.toml", "05-broadcast.cu"})
        std::filesystem::copy_file(std::string(WARPLENS_SOURCE_DIR) + "/kernels/stages/patterns/" + name,
                                   folder / "patterns" / name);
    const std::filesystem::path file = folder / "patterns" / "05-broadcast.toml";
    std::ifstream in(file);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    in.close();
    const std::string holds = "load x = 1}}";
    ASSERT_NE(text.find(holds), std::string::npos);
    text.replace(text.find(holds), holds.size(), "load x = 2}}");
    std::ofstream(file) << text;
    const kernels::ProcessResult told = cli({"stages", "patterns/05-broadcast", "--stages", folder.string()});
    EXPECT_EQ(told.ending.code, 1);
    EXPECT_NE(told.errors.find("does not hold: 1 and 2"), std::string::npos) << told.errors;
    EXPECT_NE(told.output.find("(not One sector serves the whole request: 1 and 2)"), std::string::npos) << told.output;
    std::filesystem::remove_all(folder);
}

TEST(CliStages, NamesTheNearestOfOneThatIsNot) {
    expectWrongUse({"stages", "matmul/07-tile"}, "matmul/07-tiled");
}

} // namespace
} // namespace warplens::tests
