// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli access` and `warplens-cli archs`.
#include "tests/cli/support.h"

#include <map>
#include <set>
#include <sstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

const std::string header = "op,width_bytes,active_mask_hex,element_offset_per_lane\n";

std::string row(const std::string& op, unsigned width, const std::string& mask, unsigned first, unsigned stride) {
    std::ostringstream text;
    text << op << ',' << width << ',' << mask << ',';
    for (unsigned lane = 0; lane < 32; ++lane)
        text << (lane ? " " : "") << first + lane * stride;
    text << '\n';
    return text.str();
}

void expectAllExact(const std::string& file, size_t rows, const std::set<std::string>& ops) {
    const json document = answer({"access", "--csv", dataFile(file), "--arch", "9.0"});
    EXPECT_EQ(document.at("rows").size(), rows);
    EXPECT_EQ(document.at("check").at("measured"), rows);
    EXPECT_EQ(document.at("check").at("exact"), rows);
    std::set<std::string> seen;
    for (const json& group : document.at("check").at("by_op_and_width")) {
        seen.insert(group.at("op"));
        EXPECT_EQ(group.at("exact"), group.at("measured"))
            << group.at("op") << " of " << group.at("width_bytes") << " bytes";
    }
    EXPECT_EQ(seen, ops);
}

TEST(CliAccess, EveryMeasuredRowIsExact) {
    expectAllExact("h200-warp-access-patterns.csv", 827, {"ld.global", "ld.shared", "st.global", "st.shared"});
    expectAllExact("h200-warp-access-probe.csv", 12954,
                   {"atom.global", "atom.shared", "cas.shared", "cp.async", "inc.shared", "ld.global", "ld.shared",
                    "red.global", "red.shared", "st.global", "st.shared"});
}

TEST(CliAccess, AWrongMeasurementIsSeen) {
    const std::string table =
        "op,width_bytes,active_mask_hex,element_offset_per_lane,shared_wavefronts,global_sectors\n";
    const std::string conflict = row("ld.shared", 4, "ffffffff", 0, 2);
    const json right = answer({"access", "--csv", "-"}, table + conflict.substr(0, conflict.size() - 1) + ",2,\n");
    EXPECT_EQ(right.at("check").at("exact"), 1);
    const json wrong = answer({"access", "--csv", "-"}, table + conflict.substr(0, conflict.size() - 1) + ",3,\n");
    EXPECT_EQ(wrong.at("check").at("exact"), 0);
}

TEST(CliAccess, ArchitecturesAreCompared) {
    const std::string table = header + row("ld.global", 4, "ffffffff", 1, 1) + row("ld.shared", 4, "ffffffff", 0, 16);
    const json document = answer({"access", "--csv", "-", "--arch", "1.0", "--arch", "9.0"}, table);
    const json& all = document.at("architectures");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].at("architecture"), "1.0");
    EXPECT_EQ(all[0].at("rows")[0].at("transactions"), 32);
    EXPECT_EQ(all[1].at("rows")[0].at("transactions"), 5);
    EXPECT_EQ(all[1].at("rows")[0].at("lines"), 2);
    EXPECT_EQ(all[0].at("rows")[1].at("wavefronts"), 32) << "16 banks: all 16 lanes of each half-warp in one";
    EXPECT_EQ(all[1].at("rows")[1].at("wavefronts"), 16);
    EXPECT_EQ(document.at("rows"), all[0].at("rows"));
    EXPECT_TRUE(document.at("rows")[0].at("wavefronts").is_null());

    const auto text = cli({"access", "--csv", "-", "--arch", "1.0", "--arch", "3.0/8"}, table);
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    EXPECT_NE(text.output.find("16 banks of 4 bytes, half-warps"), std::string::npos) << text.output;
}

TEST(CliAccess, WrongUse) {
    expectWrongUse({"access"}, "--csv");
    expectWrongUse({"access", "--csv", "/nowhere.csv"}, "cannot read /nowhere.csv");
    expectWrongUse({"access", "--csv", "-"}, "is empty");
    expectWrongUse({"access", "--csv", "-", "--arch", "4.2"}, "'4.2' is no compute capability that is known", header);
    expectWrongUse({"access", "--csv", "-"}, "the column width_bytes is missing", "op,active_mask_hex\n");
    expectWrongUse({"access", "--csv", "-"}, "-:2: the op 'ld.local' is none of",
                   header + row("ld.local", 4, "1", 0, 1));
    expectWrongUse({"access", "--csv", "-"}, "-:2: the width of 3 bytes", header + row("ld.shared", 3, "1", 0, 1));
    expectWrongUse({"access", "--csv", "-"}, "-:2: 'xyz' in the column active_mask_hex",
                   header + row("ld.shared", 4, "xyz", 0, 1));
    expectWrongUse({"access", "--csv", "-"}, "more than 32 bits", header + row("ld.shared", 4, "1ffffffff", 0, 1));
    expectWrongUse({"access", "--csv", "-"}, "has 2 offsets instead of 32", header + "ld.shared,4,1,0 1\n");
    expectWrongUse({"access", "--csv", "-", "--json", "/nowhere/x"}, "cannot write /nowhere/x",
                   header + row("ld.shared", 4, "1", 0, 1));
}

TEST(CliArchs, ListsThem) {
    const json document = answer({"archs"});
    std::map<std::string, json> by;
    for (const json& a : document.at("architectures"))
        by[a.at("capability")] = a;
    for (const char* capability : {"1.0", "1.2", "2.0", "3.0", "3.0/8", "3.5", "5.0", "6.0", "7.0", "7.5", "8.0", "8.6",
                                   "8.9", "9.0", "10.0", "12.0"}) {
        ASSERT_TRUE(by.contains(capability)) << capability;
        EXPECT_FALSE(by[capability].at("source").get<std::string>().empty());
    }
    EXPECT_EQ(by["1.0"].at("shared").at("banks"), 16);
    EXPECT_EQ(by["3.0/8"].at("shared").at("bank_bytes"), 8);
    EXPECT_EQ(by["9.0"].at("multiprocessors"), 132);
    EXPECT_EQ(by["9.0"].at("limits").at("blocks"), 32);
    EXPECT_EQ(by["9.0"].at("shared_bytes"), 228 * 1024);
    const auto text = cli({"archs"});
    EXPECT_EQ(text.ending.code, 0);
    EXPECT_NE(text.output.find("GeForce 8800 GTX"), std::string::npos);
}

} // namespace
} // namespace warplens::tests
