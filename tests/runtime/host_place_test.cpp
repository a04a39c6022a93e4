// SPDX-License-Identifier: GPL-3.0-or-later
// Which line of the host's code an address belongs to, in what a compiler makes of a file as nvcc writes it in passing.
#include "app/engine/host_place.h"
#include "kernels/process/child_process.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;

// The first lines of nvcc 12's file are the user's own, so that none of them names its file.
TEST(HostPlace, IsInTheUsersSourceAlsoWhereNoLineNamesIt) {
    const fs::path folder = fs::temp_directory_path() / ("host-place-" + std::to_string(getpid()));
    fs::create_directories(folder);
    const fs::path source = folder / "prog.cu", written = folder / "tmpxft_0000_prog.cudafe1.cpp";
    std::ofstream(source) << "int main() {\n    return 0;\n}\n";
    std::ofstream(written) << "# 1 \"" << source.string() << "\"\nint main() {\n    return 0;\n}\n";
    const fs::path program = folder / "prog";
    const auto compiled =
        kernels::runProcess({"g++", "-g", "-gdwarf-5", "-no-pie", "-o", program.string(), written.string()}, "");
    ASSERT_EQ(compiled.ending.code, 0) << compiled.errors;
    const std::string symbols = kernels::runProcess({"nm", program.string()}, "").output;
    const size_t name = symbols.find(" T main\n");
    ASSERT_NE(name, std::string::npos);
    const uint64_t address = std::stoull(symbols.substr(name - 16, 16), nullptr, 16);
    const auto place = engine::hostPlace({{program.string(), address + 4}});
    fs::remove_all(folder);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->file, source);
    EXPECT_EQ(place->line, 2U);
}

} // namespace
} // namespace warplens::tests
