// SPDX-License-Identifier: GPL-3.0-or-later
// Where NVIDIA's disassembler is installed: every opcode of every kernel of all cubins of the repository, as ours reads it and as
// that one does. Without it a script in its place shows that a difference is seen.
#include "app/engine/kernel_image.h"
#include "app/engine/nvdisasm.h"
#include "kernels/files/bounded_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

namespace warplens::engine {
namespace {

namespace fs = std::filesystem;
namespace sass = sim::sass;

struct Kernels {
    std::vector<sass::Cubin> cubins;
    std::map<unsigned, std::vector<const sass::Function*>> byArchitecture;
};

Kernels allKernels() {
    Kernels all;
    for (const char* folder : {"/resources/ptx", "/tests/data/machine-code"})
        for (const auto& entry : fs::recursive_directory_iterator(std::string(WARPLENS_SOURCE_DIR) + folder))
            if (entry.path().extension() == ".cubin") {
                const std::string bytes = kernels::readBytes(entry.path(), kernels::dataLimit);
                all.cubins.push_back(sass::readCubin(std::as_bytes(std::span(bytes.data(), bytes.size()))));
            }
    for (const sass::Cubin& cubin : all.cubins)
        for (const sass::Function& function : cubin.functions)
            all.byArchitecture[cubin.architecture].push_back(&function);
    return all;
}

TEST(Nvdisasm, ReadsEveryOpcodeOfAllCubinsAsWeDo) {
    const auto nvdisasm = findNvdisasm();
    if (!nvdisasm)
        GTEST_SKIP() << "nvdisasm is not installed";
    const Kernels all = allKernels();
    EXPECT_GT(all.cubins.size(), 100u);
    for (const auto& [architecture, functions] : all.byArchitecture) {
        const OpcodeComparison comparison = compareOpcodes(functions, architecture, *nvdisasm);
        std::printf("%zu cubins, %zu kernels for %u: %s\n", all.cubins.size(), comparison.kernels, architecture,
                    comparisonText(comparison).c_str());
        EXPECT_TRUE(comparison.different.empty());
        for (size_t n = 0; n < std::min<size_t>(comparison.different.size(), 20); ++n) {
            const OpcodeDifference& each = comparison.different[n];
            std::printf("  %s %#x: %s, nvdisasm %s\n", each.kernel.c_str(), each.offset, each.ours.c_str(),
                        each.theirs.c_str());
        }
    }
}

class StandIn : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "nvdisasm-XXXXXX").string();
        m_folder = mkdtemp(name.data());
    }
    void TearDown() override {
        unsetenv("WARPLENS_NVDISASM");
        fs::remove_all(m_folder);
    }
    /// A program that says this, whatever it is asked.
    fs::path saying(const std::string& text) {
        const fs::path file = m_folder / "nvdisasm";
        kernels::writeWhole(file, "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'release 1.2, V1'; exit; fi\n"
                                  "cat <<'E'\n" +
                                      text + "E\n");
        fs::permissions(file, fs::perms::owner_all);
        setenv("WARPLENS_NVDISASM", file.c_str(), 1);
        return file;
    }
    sass::Function twoInstructions() const {
        // MOV R1, c[0x0][0x28]; @!P0 EXIT, as sm_80 has them.
        sass::Function function{"kernel", {}, 0, 0};
        function.instructions.push_back(sass::decode({0x00000a0000017a02, 0x00000f0000000f00}, 0, 80));
        function.instructions.push_back(sass::decode({0x000000000000894d, 0x003fea0003800000}, 16, 80));
        return function;
    }
    fs::path m_folder;
};

TEST_F(StandIn, ADifferenceIsSeen) {
    const sass::Function function = twoInstructions();
    const sass::Function* const functions[] = {&function};
    const std::string head = "\t.headerflags @\"EF_CUDA_SM80\"\n        /*0000*/      MOV R1, c[0x0][0x28] ;\n";
    const fs::path same = saying(head + "        /*0010*/      @!P0 EXIT ;\n");
    EXPECT_EQ(findNvdisasm(), same);
    EXPECT_EQ(comparisonText(compareOpcodes(functions, 80, same)),
              "every opcode of 2 instructions is as nvdisasm 1.2 has it");
    const auto other = compareOpcodes(functions, 80, saying(head + "        /*0010*/      @!P0 RET.ABS ;\n"));
    ASSERT_EQ(other.different.size(), 1u);
    EXPECT_EQ(comparisonText(other),
              "1 of 2 opcodes are not as nvdisasm 1.2 has them: at 0x10 of kernel it has RET.ABS, and "
              "this program EXIT");
    EXPECT_EQ(comparisonText(compareOpcodes(functions, 80, saying(head))),
              "every opcode of 2 instructions is as nvdisasm 1.2 has it, but 1 that it does not know");
    EXPECT_THROW(compareOpcodes(functions, 80, saying("nothing\n")), EngineError);
    EXPECT_THROW(compareOpcodes(functions, 80, m_folder / "none"), EngineError);
    setenv("WARPLENS_NVDISASM", "none", 1);
    EXPECT_FALSE(findNvdisasm());
}

} // namespace
} // namespace warplens::engine
