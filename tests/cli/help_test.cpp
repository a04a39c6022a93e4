// SPDX-License-Identifier: GPL-3.0-or-later
// What --help of each verb says.
#include "tests/cli/support.h"

#include <regex>
#include <set>
#include <sstream>

namespace warplens::tests {
namespace {

/// The names in the first column of a part of a help.
std::vector<std::string> column(const std::string& help, const std::string& part) {
    std::vector<std::string> names;
    std::istringstream lines(help);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        static const std::regex row("^  ([^ ]+).*");
        std::smatch match;
        if (!line.starts_with(' '))
            inside = line == part;
        else if (inside && std::regex_match(line, match, row))
            names.push_back(match[1]);
    }
    return names;
}

// CLI11 from 2.3 on ends the program at its start where --stages stands beside an argument "stages".
TEST(CliHelp, NoArgumentHasTheNameOfAnOption) {
    const std::vector<std::string> verbs = column(cli({"--help"}).output, "Subcommands:");
    ASSERT_GT(verbs.size(), 15u);
    int arguments = 0;
    for (const std::string& verb : verbs) {
        const std::string help = cli({verb, "--help"}).output;
        std::set<std::string> options;
        for (const std::string& names : column(help, "Options:")) { // "-h,--help"
            std::istringstream each(names);
            for (std::string name; std::getline(each, name, ',');)
                options.insert(name.substr(name.find_first_not_of('-')));
        }
        EXPECT_TRUE(options.contains("help")) << help;
        for (const std::string& name : column(help, "Positionals:")) {
            EXPECT_FALSE(options.contains(name)) << verb << ' ' << name;
            ++arguments;
        }
    }
    EXPECT_GT(arguments, 10);
}

} // namespace
} // namespace warplens::tests
