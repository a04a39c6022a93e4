// SPDX-License-Identifier: GPL-3.0-or-later
// What is listed in one table is listed there alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace fs = std::filesystem;

namespace {

std::string text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

// Nsight Compute's names stand in metrics.def; whoever needs one asks for its id.
TEST(Tables, NamesOfMetricsStandInOneFile) {
    const fs::path root = WARPLENS_SOURCE_DIR, table = root / "app/engine/metrics.def";
    const std::string rows = text(table);
    const std::regex name("METRIC\\(\\w+, (\"[^\"]+\")");
    std::set<std::string> names;
    for (std::sregex_iterator each(rows.begin(), rows.end(), name), end; each != end; ++each)
        EXPECT_TRUE(names.insert((*each)[1]).second) << (*each)[1] << " has two rows";
    ASSERT_GT(names.size(), 15u);
    for (const char* top : {"sim", "kernels", "app"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string suffix = entry.path().extension();
            if ((suffix != ".cpp" && suffix != ".h") || entry.path() == table)
                continue;
            const std::string source = text(entry.path());
            for (const std::string& each : names)
                EXPECT_EQ(source.find(each), std::string::npos) << entry.path() << " names " << each;
        }
}
