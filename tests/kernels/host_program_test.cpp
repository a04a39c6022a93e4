// SPDX-License-Identifier: GPL-3.0-or-later
// What a host program says: its order, its pitch, its launch; and what is refused.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/catalogue/work.h"
#include "kernels/host/host_check.h"
#include "kernels/host/host_marks.h"
#include "kernels/host/host_program.h"
#include "kernels/host/host_signature.h"
#include "kernels/reference/exact_reference.h"
#include "kernels/reference/reference.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

using namespace kernels;

const Catalogue& catalogue() {
    static const Catalogue made = loadCatalogue(stagesDir());
    return made;
}

std::string textOf(const std::string& id, const ParameterValues& chosen = {}, const Size& size = {509, 487, 501}) {
    const Stage* stage = catalogue().find(id);
    EXPECT_NE(stage, nullptr) << id;
    return hostProgram(*stage, chosen, size).text;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST(HostMarks, AreThoseOfTheLanguage) {
    const std::string text = "#include \"a.cu\" // why\nint main() {\n    cudaMalloc(&p, 4); // cudaFree(\"x\")\n"
                             "    puts(\"https://cudaFree\");\n    k<<<1, n << 2>>>(p);\n    k << <1, 2 >> >(p);\n}\n";
    std::vector<std::pair<HostMark, std::string>> found;
    for (const HostSpan& span : hostMarks(text))
        found.emplace_back(span.mark, text.substr(span.begin, span.end - span.begin));
    const std::vector<std::pair<HostMark, std::string>> expected{{HostMark::Directive, "#include"},
                                                                 {HostMark::Literal, "\"a.cu\""},
                                                                 {HostMark::Comment, "// why"},
                                                                 {HostMark::Call, "cudaMalloc"},
                                                                 {HostMark::Comment, "// cudaFree(\"x\")"},
                                                                 {HostMark::Literal, "\"https://cudaFree\""},
                                                                 {HostMark::Launch, "<<<1, n << 2>>>"},
                                                                 {HostMark::Launch, "<< <1, 2 >> >"}};
    EXPECT_EQ(found, expected);
}

TEST(HostProgram, ComparesWhateverAStageComputes) {
    for (const Work& work : knownWork()) {
        const HostCheck* check = findHostCheck(work.name);
        ASSERT_NE(check, nullptr) << work.name;
        const ReferenceFunction* rounded = findReference(work.name);
        const ExactReference* exact = findExactReference(work.name);
        ASSERT_TRUE(rounded != nullptr || exact != nullptr) << work.name;
        EXPECT_EQ(check->output, rounded ? rounded->output : exact->output) << work.name;
    }
}

TEST(HostProgram, StandsInTheOrderOfTheCourse) {
    for (const Stage& stage : catalogue().stages) {
        const HostProgram program = hostProgram(stage, {}, {100, 100, 100});
        std::vector<std::string> titles;
        size_t before = 0;
        for (const HostPart& part : program.parts) {
            titles.push_back(part.title.substr(3));
            const size_t at = program.text.find("// " + part.title);
            ASSERT_NE(at, std::string::npos) << stage.id << part.title;
            EXPECT_GT(at, before) << stage.id;
            EXPECT_EQ(std::count(program.text.begin(), program.text.begin() + static_cast<std::ptrdiff_t>(at), '\n') +
                          1,
                      part.line)
                << stage.id << part.title;
            before = at;
        }
        if (stage.cpu) {
            EXPECT_EQ(titles, (std::vector<std::string>{"The host's data", "The call", "Comparison with the CPU"}));
            continue;
        }
        const std::string launch = stage.library ? "The call of the library" : "The launch";
        EXPECT_EQ(titles, (std::vector<std::string>{"The host's data", "Memory on the GPU", "Copies to the GPU", launch,
                                                    "The copy back", "Once more, for the time alone",
                                                    "Comparison with the CPU", "Free what was allocated"}))
            << stage.id;
    }
}

TEST(HostProgram, FreesWhatItAllocates) {
    for (const Stage& stage : catalogue().stages) {
        const std::string text = hostProgram(stage, {}, {100, 100, 100}).text;
        EXPECT_EQ(count(text, "CHECK(cudaMalloc"), count(text, "CHECK(cudaFree(d_")) << stage.id;
    }
}

TEST(HostProgram, AsksForAPitchWhereTheStageUsesOne) {
    const std::string with = textOf("matmul/04-shared-row", {{"PITCH", 1}});
    EXPECT_EQ(count(with, "cudaMallocPitch("), 3);
    EXPECT_TRUE(has(with, "(int)(pitch_A / sizeof(float)), (int)(pitch_B / sizeof(float))")) << with;
    EXPECT_TRUE(has(with, "if (pitch_B != pitch_C)"));
    EXPECT_FALSE(has(with, "if (pitch_A"));
    const std::string without = textOf("matmul/04-shared-row", {{"PITCH", 0}});
    EXPECT_EQ(count(without, "cudaMallocPitch("), 0);
    EXPECT_EQ(count(without, "cudaMemcpy2D("), 0);
    // At a size where nothing is to be added the program asks for one all the same.
    EXPECT_EQ(count(textOf("matmul/04-shared-row", {{"PITCH", 1}}, {512, 512, 512}), "cudaMallocPitch("), 3);
    EXPECT_EQ(count(textOf("matmul/09-padded-matrices"), "what is added to the matrix is 0"), 2);
    EXPECT_EQ(count(with, "what is added to the matrix is 0"), 0) << "its padding is never read";
}

TEST(HostProgram, LaunchesAsTheStageSays) {
    const std::string tiled = textOf("matmul/07-tiled", {{"TILE", 16}}, {512, 512, 512});
    EXPECT_TRUE(has(tiled, "#define TILE 16\n"));
    EXPECT_TRUE(has(tiled, "const dim3 grid(ceil_div(N, TILE), ceil_div(M, TILE)); // blocks: 32 x 32 x 1"));
    EXPECT_TRUE(has(tiled, "tiled<<<grid, block>>>(d_A, d_B, d_C, (int)M, (int)N, (int)K);"));
    EXPECT_FALSE(has(tiled, "cudaFuncSetAttribute"));
    const std::string summit = textOf("matmul/20-summit");
    EXPECT_TRUE(has(summit, "cudaFuncSetAttribute(summit, cudaFuncAttributeMaxDynamicSharedMemorySize"));
    EXPECT_TRUE(
        has(textOf("matmul/02-naive", {{"FLIPPED", 1}}), "B_transposed[column * K + row] = B[row * N + column]"));
    EXPECT_TRUE(has(textOf("matmul/21-tensor-tf32"), "/ (1 << 24) + 0.0009765625;"));
    EXPECT_TRUE(has(textOf("matmul/11-unrolled"), "constexpr int UNROLL = ")) << "nvcc expands no macro in a pragma";
    EXPECT_TRUE(has(textOf("reduction/07-tree-halving", {{"HOST", 1}}, {4096, 4096, 4096}), "total += part;"));
}

TEST(HostProgram, SetsTheWindowOfL2ThatTheStageSays) {
    const std::string with = textOf("patterns/10-l2-window", {{"WINDOW", 1}}, {1000, 1000, 1000});
    EXPECT_TRUE(has(with, "window.accessPolicyWindow.base_ptr = d_table;")) << with;
    EXPECT_TRUE(has(with, "std::min<size_t>(ceil_div(M, PARTS) * sizeof(float), device.accessPolicyMaxWindowSize)"));
    EXPECT_EQ(count(with, "l2_window<<<grid, block, 0, stream>>>("), 2);
    EXPECT_EQ(count(with, "cudaStreamDestroy(stream)"), 1);
    const std::string without = textOf("patterns/10-l2-window", {{"WINDOW", 0}}, {1000, 1000, 1000});
    EXPECT_FALSE(has(without, "stream") || has(without, "accessPolicyWindow")) << without;
}

TEST(HostProgram, RefusesWhatCannotBeLaunched) {
    const Stage& tiled = *catalogue().find("matmul/07-tiled");
    EXPECT_THROW(hostProgram(tiled, {{"TILE", 7}}, {64, 64, 64}), InstanceError);
    Stage nameless = tiled;
    nameless.kernel->name = "other";
    EXPECT_THROW(hostProgram(nameless, {}, {64, 64, 64}), HostError);
    Stage short_ = tiled;
    short_.arguments.pop_back();
    EXPECT_THROW(hostProgram(short_, {}, {64, 64, 64}), HostError);
}

TEST(HostSignature, IsReadFromTheSource) {
    const HostSignature made = signatureOf(
        SourceText("__device__ int f(int);\nextern \"C\" __global__ void __launch_bounds__(128, 2)\nk(const Element* "
                   "__restrict__ x, unsigned int n, cudaStream_t s) { f(n); }\n"),
        "k");
    ASSERT_TRUE(made.found);
    EXPECT_EQ(made.result, "void");
    ASSERT_EQ(made.parameters.size(), 3u);
    EXPECT_EQ(made.parameters[0].type, "Element");
    EXPECT_TRUE(made.parameters[0].pointer);
    EXPECT_EQ(made.parameters[1].type, "unsigned int");
    EXPECT_EQ(made.parameters[1].name, "n");
    EXPECT_FALSE(signatureOf(SourceText("void k2(int a);"), "k").found);
}

TEST(HostProject, IsWrittenIntoANewFolderAlone) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("warplens-host-" + std::to_string(getpid()));
    const auto files = hostProject(*catalogue().find("matmul/07-tiled"), {}, {64, 64, 64});
    std::vector<std::string> names;
    for (const ProjectFile& file : files)
        names.push_back(file.name);
    EXPECT_EQ(names, (std::vector<std::string>{"main.cu", "07-tiled.cu", "CMakeLists.txt", "Makefile", "README.md"}));
    saveProject(files, folder);
    for (const ProjectFile& file : files) {
        std::ifstream in(folder / file.name);
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), file.text) << file.name;
    }
    EXPECT_THROW(saveProject(files, folder), HostError) << "it is not empty any more";
    EXPECT_THROW(saveProject(files, "/proc/no-such-folder"), HostError);
    fs::remove_all(folder);
}

} // namespace
} // namespace warplens::tests
