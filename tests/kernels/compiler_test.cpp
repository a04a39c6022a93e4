// SPDX-License-Identifier: GPL-3.0-or-later
// NVRTC, diagnostics, and what happens without a toolkit.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/compiler/nvrtc.h"
#include "kernels/compiler/nvrtc_process.h"
#include "kernels/compiler/toolkit.h"
#include "kernels/images/compile_stage.h"
#include "kernels/images/shipped.h"
#include "tests/kernels/support.h"

#include <thread>

namespace warplens::kernels {
namespace {

using tests::messageOf;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;

/// Tests that need NVRTC are skipped where there is none.
class Nvrtc : public testing::Test {
protected:
    void SetUp() override {
        m_search = Compiler::find();
        if (!m_search.compiler)
            GTEST_SKIP() << m_search.reason;
    }

    CompileResult compile(const std::string& source, const std::string& kernelName = "") {
        CompileRequest request;
        request.source = source;
        request.fileName = "/some/folder/test.cu";
        request.kernelName = kernelName;
        return m_search.compiler->compile(request);
    }

    Compiler::Search m_search;
};

TEST_F(Nvrtc, CompilesEveryStageAndVariant) {
    EXPECT_GE(m_search.compiler->version().size(), 4u);
    EXPECT_TRUE(std::filesystem::exists(m_search.compiler->path()));
    int compiled = 0;
    for (const Stage& stage : loadCatalogue(stagesDir()).stages) {
        if (!stage.kernel)
            continue;
        for (const ParameterValues& parameters : allVariants(stage)) {
            const CompileResult result = m_search.compiler->compile(stageRequest(stage, parameters, "9.0"));
            EXPECT_TRUE(result.ok) << stage.id << "\n" << result.log;
            EXPECT_EQ(result.kernelName, stage.kernel->name);
            EXPECT_EQ(entryNames(result.ptx), std::vector<std::string>{stage.kernel->name});
            EXPECT_EQ(result.cubin.substr(0, 4), "\x7f"
                                                 "ELF");
            EXPECT_NE(result.ptx.find(".file\t1 \"" + stage.sourceFileName() + "\""), std::string::npos);
            EXPECT_EQ(result.ptx.find('\0'), std::string::npos);
            EXPECT_GT(result.milliseconds, 0.0);
            ++compiled;
        }
    }
    EXPECT_GE(compiled, 8);
}

TEST_F(Nvrtc, ResultsDoNotDependOnTheWorkingFolder) {
    const std::string source = "extern \"C\" __global__ void f(float* x) { x[threadIdx.x] = 1.0f; }\n";
    const TemporaryFolder folder;
    const CompileResult here = compile(source);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    const CompileResult there = compile(source);
    std::filesystem::current_path(before);
    ASSERT_TRUE(here.ok) << here.log;
    EXPECT_EQ(here.ptx, there.ptx);
    EXPECT_EQ(here.cubin, there.cubin);
}

TEST_F(Nvrtc, TemplateInstances) {
    const CompileResult result =
        compile("template<int TILE, int PAD> __global__ void tile(float* x) { x[threadIdx.x] = TILE + PAD; }\n"
                "extern \"C\" __global__ void other(float* x) { x[0] = 1; }\n",
                "tile<32,1>");
    ASSERT_TRUE(result.ok) << result.log;
    EXPECT_NE(result.kernelName.find("tile"), std::string::npos);
    const auto entries = entryNames(result.ptx);
    EXPECT_NE(std::find(entries.begin(), entries.end(), result.kernelName), entries.end()) << result.kernelName;
    EXPECT_EQ(entries.size(), 2u);
}

TEST_F(Nvrtc, PlainNamesInNamespacesOfTheirOwn) {
    const CompileResult result = compile("__global__ void mangled(float* x) { x[0] = 1; }\n", "mangled");
    ASSERT_TRUE(result.ok) << result.log;
    EXPECT_EQ(result.kernelName, "_Z7mangledPf");
}

TEST_F(Nvrtc, ErrorsHaveTheirPlaces) {
    const CompileResult result = compile("extern \"C\" __global__ void f(float* a) {\n"
                                         "\tint unused;\n"
                                         "    a[0] = nothing + 1;   a[1] = b;\n"
                                         "    a[2] = \"x\";\n"
                                         "}\n");
    EXPECT_FALSE(result.ok);
    std::vector<Diagnostic> errors;
    for (const Diagnostic& diagnostic : result.diagnostics)
        if (diagnostic.severity == Severity::Error)
            errors.push_back(diagnostic);
    ASSERT_EQ(errors.size(), 3u) << result.log;
    EXPECT_EQ(errors[0].file, "test.cu");
    EXPECT_EQ(errors[0].line, 3);
    EXPECT_EQ(errors[0].column, 12);
    EXPECT_NE(errors[0].message.find("\"nothing\" is undefined"), std::string::npos);
    EXPECT_EQ(errors[1].line, 3);
    EXPECT_EQ(errors[1].column, 34);
    EXPECT_EQ(errors[2].line, 4);
    EXPECT_EQ(firstError(result), "test.cu:3: identifier \"nothing\" is undefined");
    EXPECT_EQ(result.log.find("/test.cu"), std::string::npos);
}

TEST_F(Nvrtc, WarningsDoNotFail) {
    const CompileResult result = compile("extern \"C\" __global__ void f(float* a) {\n\tint unused;\n}\n");
    ASSERT_TRUE(result.ok);
    ASSERT_EQ(result.diagnostics.size(), 1u) << result.log;
    EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(result.diagnostics[0].line, 2);
    EXPECT_EQ(result.diagnostics[0].column, 6);
}

TEST_F(Nvrtc, TooMuchSharedMemoryIsAnError) {
    const CompileResult result = compile("extern \"C\" __global__ void f(float* a) { __shared__ float s[20000]; "
                                         "s[threadIdx.x] = a[0]; __syncthreads(); a[1] = s[threadIdx.x ^ 1]; }\n");
    EXPECT_FALSE(result.ok);
    EXPECT_NE(firstError(result).find("shared data"), std::string::npos) << result.log;
}

TEST_F(Nvrtc, WrongArchitectureOrOptionIsAnError) {
    CompileRequest request;
    request.source = "extern \"C\" __global__ void f() {}";
    request.fileName = "f.cu";
    request.architecture = "1.0";
    EXPECT_FALSE(m_search.compiler->compile(request).ok);
    request.architecture = "9.0";
    request.options = {"--no-such-option"};
    const CompileResult result = m_search.compiler->compile(request);
    EXPECT_FALSE(result.ok);
    EXPECT_FALSE(firstError(result).empty());
}

TEST_F(Nvrtc, MissingKernelIsAnError) {
    EXPECT_FALSE(compile("extern \"C\" __global__ void f() {}\n", "g").ok);
}

TEST_F(Nvrtc, HeadersOfTheToolkitAreFound) {
    if (!toolkitIncludeDir(m_search.compiler->path()))
        GTEST_SKIP() << "the toolkit has no headers";
    const CompileResult result = compile("#include <cuda_fp16.h>\nextern \"C\" __global__ void f(__half* x) { x[0] = "
                                         "__float2half(1.0f); }\n");
    EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(Nvrtc, WorksFromSeveralThreads) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            const std::string name = "f" + std::to_string(i);
            const CompileResult result =
                compile("extern \"C\" __global__ void " + name + "(int* x) { x[0] = " + std::to_string(i) + "; }\n");
            EXPECT_TRUE(result.ok);
            EXPECT_EQ(result.kernelName, name);
        });
}

TEST_F(Nvrtc, ABreakdownOfTheCompilerCostsOneCompilation) {
    ASSERT_TRUE(NvrtcProcess::helper()) << "warplens-nvrtc is not beside this test";
    const ScopedEnvironment real("WARPLENS_REAL_NVRTC", m_search.compiler->path());
    const ScopedEnvironment fake("WARPLENS_CUDA_PATH", WARPLENS_FAKE_NVRTC_DIR);
    m_search = Compiler::find();
    ASSERT_TRUE(m_search.compiler) << m_search.reason;
    const std::string good = "extern \"C\" __global__ void f(float* x) { x[0] = 1.0f; }\n";
    const CompileResult before = compile(good);
    EXPECT_TRUE(before.ok) << before.log;
    const CompileResult crashed = compile(good + "// warplens_test_crash\n");
    EXPECT_FALSE(crashed.ok);
    EXPECT_EQ(firstError(crashed), "the compiler itself has broken down on this source: NVRTC was ended by signal 11 "
                                   "(Segmentation fault). Nothing else is lost");
    const CompileResult after = compile(good);
    EXPECT_TRUE(after.ok) << after.log;
    EXPECT_EQ(after.cubin, before.cubin);
    EXPECT_NE(compile(good + "// warplens_test_exit\n").log.find("NVRTC ended with code 3"), std::string::npos);
    // What it prints does not come between the answers.
    EXPECT_EQ(compile(good + "// warplens_test_noise\n").cubin, before.cubin);
    EXPECT_TRUE(compile(good).ok);
}

TEST(NvrtcJob, IsTheSameBehindThePipe) {
    const NvrtcJob job{"source\n", "/a.cu", {{"h.h", "text"}, {"", std::string("\0\1", 2)}}, "tile<1>", {"-a", ""}};
    EXPECT_EQ(decodedJob(encoded(job)), job);
    const NvrtcAnswer answer{7, "log", "ptx", std::string("\0ELF", 4), "name"};
    EXPECT_EQ(decodedAnswer(encoded(answer)), answer);
    // What is cut or too long is no message, however large the numbers in it are.
    const std::string bytes = encoded(job);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decodedJob(std::string_view(bytes).substr(0, size))) << size;
    EXPECT_FALSE(decodedJob(bytes + "x"));
    EXPECT_FALSE(decodedJob(std::string(64, '\xff')));
    EXPECT_FALSE(decodedAnswer(std::string(64, '\xff')));
}

// Nobody waits for an answer any more: it ends by itself, and is no process that is left behind.
TEST_F(Nvrtc, EndsWithItsOtherEnd) {
    ChildProcess process({NvrtcProcess::helper().value().string(), m_search.compiler->path()});
    process.closeInput();
    const auto ending = process.wait(tests::hangLimit);
    ASSERT_TRUE(ending);
    EXPECT_EQ(ending->code, 0);
    ChildProcess none({NvrtcProcess::helper().value().string(), "/nowhere/libnvrtc.so"});
    EXPECT_EQ(none.wait(tests::hangLimit).value_or(Ending{}).code, 1);
}

TEST(Toolkit, CanBeHidden) {
    const ScopedEnvironment hidden("WARPLENS_CUDA_PATH", "none");
    const Compiler::Search search = Compiler::find();
    EXPECT_EQ(search.compiler, nullptr);
    EXPECT_NE(search.reason.find("WARPLENS_CUDA_PATH=none"), std::string::npos);
    EXPECT_TRUE(toolkitLibraryDirs().empty());
}

TEST(Toolkit, AFolderTakesThePlaceOfAllOthers) {
    const TemporaryFolder folder;
    const ScopedEnvironment chosen("WARPLENS_CUDA_PATH", folder.path());
    EXPECT_NE(Compiler::find().reason.find(folder.path().string()), std::string::npos);
    tests::writeFile(folder.path() / "lib" / "libnvrtc.so", "this is no library");
    EXPECT_NE(Compiler::find().reason.find("could not be loaded"), std::string::npos);
}

TEST(Toolkit, PipsPackagesAreFound) {
    const TemporaryFolder folder;
    const auto packages = folder.path() / "lib" / "python3.12" / "site-packages" / "nvidia";
    std::filesystem::create_directories(packages / "cu13" / "lib");
    std::filesystem::create_directories(packages / "cu13" / "include");
    tests::writeFile(packages / "cu13" / "include" / "cuda_fp16.h", "");
    unsetenv("WARPLENS_CUDA_PATH");
    const ScopedEnvironment environment("VIRTUAL_ENV", folder.path());
    const auto dirs = toolkitLibraryDirs();
    EXPECT_NE(std::find(dirs.begin(), dirs.end(), packages / "cu13" / "lib"), dirs.end());
    EXPECT_EQ(toolkitIncludeDir(packages / "cu13" / "lib" / "libnvrtc.so.13"), packages / "cu13" / "include");
}

TEST(Diagnostics, AreReadFromALog) {
    const std::string source = "line one\n    bad line here\n";
    const auto diagnostics = parseDiagnostics("a.cu(2): error: this is bad\n"
                                              "      bad line here\n"
                                              "          ^\n"
                                              "\n"
                                              "a.cu(1): warning #177-D: odd\n"
                                              "  another line\n"
                                              "    ^\n"
                                              "ptxas error   : too much\n"
                                              "1 error detected in the compilation of \"a.cu\".\n",
                                              source);
    ASSERT_EQ(diagnostics.size(), 3u);
    EXPECT_EQ(diagnostics[0].line, 2);
    EXPECT_EQ(diagnostics[0].column, 9);
    EXPECT_EQ(diagnostics[1].severity, Severity::Warning);
    EXPECT_EQ(diagnostics[1].column, 0); // the line shown is not the one in the source
    EXPECT_EQ(diagnostics[2].line, 0);
    EXPECT_EQ(diagnostics[2].message, "too much");
    // The reason is told, not that there was one.
    CompileResult refused;
    refused.diagnostics = parseDiagnostics(
        "ptxas application ptx input, line 30; error   : Feature 'cp.async' requires .target sm_80 or higher\n"
        "ptxas application ptx input, line 33; error   : Feature 'cp.async' requires .target sm_80 or higher\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n",
        "");
    ASSERT_EQ(refused.diagnostics.size(), 2u);
    EXPECT_EQ(firstError(refused), "Feature 'cp.async' requires .target sm_80 or higher");
    EXPECT_TRUE(parseDiagnostics("", "").empty());
    EXPECT_TRUE(parseDiagnostics("f(3): nothing\n(x): error: y\n^\n", "").empty());
}

TEST(StageCompiler, FallsBackOnWhatIsShipped) {
    const ScopedEnvironment hidden("WARPLENS_CUDA_PATH", "none");
    const StageCompiler compiler;
    EXPECT_EQ(compiler.compiler(), nullptr);
    const Catalogue catalogue = loadCatalogue(stagesDir());
    Stage stage = *catalogue.find("matmul/06-tiled-conflicts");
    const CompiledStage compiled = compiler.compile(stage, {{"TILE", 32}, {"PAD", 1}}, "8.9");
    EXPECT_EQ(compiled.origin, CompileOrigin::Shipped);
    EXPECT_TRUE(compiled.result.ok);
    EXPECT_EQ(compiled.result.architecture, "9.0");
    EXPECT_EQ(compiled.result.kernelName, "tiled_conflicts");
    EXPECT_FALSE(compiled.result.cubin.empty());

    const std::string noVariant = messageOf<CannotCompile>([&] { compiler.compile(stage, {{"TILE", 8}, {"PAD", 1}}); });
    EXPECT_NE(noVariant.find("TILE=8,PAD=1 is not among"), std::string::npos) << noVariant;
    EXPECT_NE(noVariant.find("Install the CUDA Toolkit"), std::string::npos) << noVariant;
    stage.source = stage.source.text() + "// changed\n";
    const std::string changed = messageOf<CannotCompile>([&] { compiler.compile(stage, {{"TILE", 32}, {"PAD", 1}}); });
    EXPECT_NE(changed.find("is not the one"), std::string::npos) << changed;
    EXPECT_NE(messageOf<CannotCompile>([&] {
                  compiler.compile(*catalogue.find("matmul/22-cublas"), {});
              }).find("calls a library"),
              std::string::npos);
}

// What is shipped is taken only from the same compiler, for the same source.
TEST_F(Nvrtc, TakesWhatItHasShippedItself) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    Stage stage = *catalogue.find("matmul/06-tiled-conflicts");
    const ParameterValues parameters{{"TILE", 32}, {"PAD", 1}};
    const CompileResult fresh = m_search.compiler->compile(stageRequest(stage, parameters, shippedArchitecture));
    const TemporaryFolder folder;
    const auto from = shippedFolder(resourcesDir() / "ptx", stage), to = shippedFolder(folder.path(), stage);
    std::filesystem::create_directories(to);
    std::filesystem::copy(from, to);
    const auto ptxFile = to / (variantText(parameters) + ".ptx");
    const auto compiled = [&] {
        return StageCompiler(m_search, CompileCache(std::filesystem::path()), folder.path()).compile(stage, parameters);
    };
    const bool same = compilerLine(tests::readFile(ptxFile)) == compilerLine(fresh.ptx);
    EXPECT_EQ(compiled().origin, same ? CompileOrigin::Shipped : CompileOrigin::Compiler);
    EXPECT_EQ(compiled().result.cubin, fresh.cubin);

    std::string other = tests::readFile(ptxFile);
    other.replace(other.find(compilerLine(other)), compilerLine(other).size(),
                  "Cuda compilation tools, release 1.0, V1.0.1");
    tests::writeFile(ptxFile, other);
    EXPECT_EQ(compiled().origin, CompileOrigin::Compiler) << "made by another compiler";
    EXPECT_EQ(compiled().result.ptx, fresh.ptx);

    std::filesystem::copy(from, to, std::filesystem::copy_options::overwrite_existing);
    stage.source = stage.source.text() + "// changed\n";
    EXPECT_EQ(compiled().origin, CompileOrigin::Compiler) << "made from another source";
}

} // namespace
} // namespace warplens::kernels
