// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli search`.
#include "tests/cli/support.h"

namespace warplens::tests {
namespace {

using nlohmann::json;

TEST(CliSearch, FindsTheLeastAndSaysHowManyWereTried) {
    const std::vector<std::string> textbook{"search",   "--rows",   "16",    "--access", "row:4",
                                            "--access", "column:4", "--xor", "4,0,0"};
    const json found = answer(textbook);
    EXPECT_EQ(found.at("yours").at("accesses").at(1).at("worst_request"), 2) << "the textbook's XOR";
    EXPECT_EQ(found.at("plain").at("accesses").at(1).at("worst_request"), 16);
    EXPECT_EQ(found.at("xor").at("xor_bits"), 4);
    EXPECT_EQ(found.at("xor").at("xor_column_bit"), 1);
    EXPECT_EQ(found.at("xor").at("accesses").at(1).at("worst_request"), 1);
    EXPECT_EQ(found.at("search").at("xor").at("tried"), 1 + 4 * 5 + 3 * 4 + 2 * 3 + 1 * 2);
    EXPECT_EQ(found.at("search").at("padding").at("tried"), 32);
    EXPECT_EQ(found.at("padding").at("padding"), 2);
    EXPECT_EQ(found.at("search").at("both").at("tried"), 32 * 41) << "each padding with each XOR";
    EXPECT_EQ(found.at("both").at("padding"), 0);
    EXPECT_EQ(found.at("both").at("xor_bits"), 4);
    EXPECT_EQ(found, answer({"search", "--link", found.at("link")})) << "the link says all of it";
    const kernels::ProcessResult told = cli(textbook);
    EXPECT_EQ(told.ending.code, 0) << told.errors;
    EXPECT_NE(told.output.find("41 XORs tried"), std::string::npos) << told.output;
    EXPECT_NE(told.output.find("tile[row][column ^ ((row & 15) << 1)]"), std::string::npos) << told.output;
}

TEST(CliSearch, ReadsLanesThatAreTyped) {
    const json found = answer({"search", "--lanes", "lane % 8 * 33", "--pad", "3"});
    EXPECT_EQ(found.at("plain").at("accesses").at(0).at("access"), "lanes");
    EXPECT_EQ(found.at("plain").at("accesses").at(0).at("wavefronts"), 1);
}

TEST(CliSearch, ComparesWithWhatIsPublished) {
    const json all = answer({"search", "--published"});
    EXPECT_GE(all.size(), 6u);
    for (const json& each : all)
        EXPECT_EQ(each.at("ways_published"), each.at("ways_modelled")) << each;
}

TEST(CliSearch, SaysWhatIsWrong) {
    expectWrongUse({"search", "--access", "diagonal:4"}, "write row:BYTES, column:BYTES or ldmatrix");
    expectWrongUse({"search", "--element", "3"}, "1, 2, 4, 8 or 16");
    expectWrongUse({"search", "--xor", "6,0,0"}, "out of the row");
    expectWrongUse({"search", "--lanes", "lane +"}, "no expression of lane");
    expectWrongUse({"search", "--link", "warplens:matmul/07-tiled"}, "begins with layout:");
}

} // namespace
} // namespace warplens::tests
