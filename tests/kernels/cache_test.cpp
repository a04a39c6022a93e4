// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/compiler/cache.h"
#include "kernels/compiler/hash.h"
#include "kernels/images/compile_stage.h"
#include "tests/kernels/support.h"

#include <chrono>
#include <thread>

namespace warplens::kernels {
namespace {

using tests::readFile;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;
using tests::writeFile;

CompileResult exampleResult() {
    CompileResult result;
    result.ok = true;
    result.architecture = "9.0";
    result.kernelName = "f";
    result.log = "a log\nof two lines";
    result.ptx = "some ptx\n";
    result.cubin = std::string("\x7f"
                               "ELF\0\n12\n\xff",
                               11);
    return result;
}

TEST(Hash, IsFnv1a) {
    // From the published test vectors of FNV-1a with 128 bits.
    EXPECT_EQ(hashOf(""), "6c62272e07bb014262b821756295c58d");
    EXPECT_EQ(hashOf("a"), "d228cb696f1a8caf78912b704e4a8964");
    EXPECT_EQ(hashOf("foobar"), "343e1662793c64bf6f0d3597ba446f18");
}

TEST(Cache, GivesBackWhatWasStored) {
    const TemporaryFolder folder;
    const CompileCache cache(folder.path() / "new" / "folder");
    EXPECT_FALSE(cache.load("key"));
    cache.store("key", exampleResult());
    const auto loaded = cache.load("key");
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(loaded->ok);
    EXPECT_EQ(loaded->architecture, "9.0");
    EXPECT_EQ(loaded->kernelName, "f");
    EXPECT_EQ(loaded->log, exampleResult().log);
    EXPECT_EQ(loaded->ptx, exampleResult().ptx);
    EXPECT_EQ(loaded->cubin, exampleResult().cubin);
    EXPECT_FALSE(cache.load("other"));
}

TEST(Cache, IgnoresDamagedEntries) {
    const TemporaryFolder folder;
    const CompileCache cache(folder.path());
    cache.store("key", exampleResult());
    const std::string good = readFile(cache.fileOf("key"));
    for (std::size_t i = 0; i < good.size(); ++i) { // any one byte
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] + 1);
        writeFile(cache.fileOf("key"), bad);
        EXPECT_FALSE(cache.load("key")) << i;
    }
    for (const std::size_t length : {std::size_t{0}, std::size_t{10}, good.size() / 2, good.size() - 1}) {
        writeFile(cache.fileOf("key"), good.substr(0, length));
        EXPECT_FALSE(cache.load("key")) << length;
    }
    cache.store("key", exampleResult());
    EXPECT_TRUE(cache.load("key"));
}

TEST(Cache, KeysTellEverythingApart) {
    CompileRequest request;
    request.source = "source";
    request.fileName = "a.cu";
    request.defines = {{"TILE", "32"}};
    const std::string key = CompileCache::key(request, "nvrtc 1");
    EXPECT_EQ(CompileCache::key(request, "nvrtc 1"), key);
    EXPECT_NE(CompileCache::key(request, "nvrtc 2"), key);
    const auto differs = [&](auto change) {
        CompileRequest other = request;
        change(other);
        EXPECT_NE(CompileCache::key(other, "nvrtc 1"), key);
    };
    differs([](CompileRequest& r) { r.source = r.source.text() + " "; });
    differs([](CompileRequest& r) { r.fileName = "b.cu"; });
    differs([](CompileRequest& r) { r.architecture = "8.9"; });
    differs([](CompileRequest& r) { r.kernelName = "f"; });
    differs([](CompileRequest& r) { r.defines[0].value = "3"; });
    differs([](CompileRequest& r) { r.defines[0] = {"TILE3", "2"}; });
    differs([](CompileRequest& r) { r.defines.push_back({"PAD", "1"}); });
    differs([](CompileRequest& r) { r.options = {"-G"}; });
    differs([](CompileRequest& r) { r.includeDirs = {"x"}; });
}

// A file in a folder is compiled once, too, as long as the headers around it are what they were.
TEST(Cache, KeysTellHeadersApart) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "inner");
    CompileRequest request;
    request.source = "#include \"inner/a.cuh\"\n#include <late.cuh>\n";
    request.fileName = "k.cu";
    request.includeDirs = {folder.path().string()};
    writeFile(folder.path() / "inner/a.cuh", "#include \"b.cuh\"\n");
    writeFile(folder.path() / "inner/b.cuh", "one");
    writeFile(folder.path() / "other.cuh", "nobody includes it");
    const auto key = [&] { return CompileCache::key(request, "nvrtc 1"); };
    const std::string before = key();
    writeFile(folder.path() / "other.cuh", "changed");
    EXPECT_EQ(key(), before);
    writeFile(folder.path() / "inner/b.cuh", "two");
    const std::string after = key();
    EXPECT_NE(after, before);
    writeFile(folder.path() / "late.cuh", "now it is there");
    EXPECT_NE(key(), after);
}

TEST(Cache, AFileInAFolderIsCompiledOnce) {
    const Compiler::Search search = Compiler::find();
    if (!search.compiler)
        GTEST_SKIP() << search.reason;
    const TemporaryFolder folder;
    const CompileCache cache(folder.path() / "cache");
    CompileRequest request;
    request.source = "#include \"a.cuh\"\nextern \"C\" __global__ void k(float* p) { p[0] = VALUE; }\n";
    request.fileName = "k.cu";
    request.includeDirs = {folder.path().string()};
    writeFile(folder.path() / "a.cuh", "#define VALUE 1\n");
    const auto fromCache = [&] {
        bool cached = false;
        EXPECT_TRUE(compileCached(*search.compiler, cache, request, &cached).ok);
        return cached;
    };
    EXPECT_FALSE(fromCache());
    EXPECT_TRUE(fromCache());
    writeFile(folder.path() / "a.cuh", "#define VALUE 2\n");
    EXPECT_FALSE(fromCache());
    // That a header was not found is told each time.
    request.source = request.source.text() + "#include \"nowhere.cuh\"\n";
    EXPECT_FALSE(fromCache());
    EXPECT_FALSE(fromCache());
}

TEST(Cache, ForgetsTheOldest) {
    const TemporaryFolder folder;
    const CompileCache unlimited(folder.path());
    CompileResult large = exampleResult();
    large.cubin.assign(1000, 'x');
    const auto now = std::filesystem::file_time_type::clock::now();
    for (int i = 0; i < 10; ++i) {
        const std::string key = std::to_string(i);
        unlimited.store(key, large);
        std::filesystem::last_write_time(unlimited.fileOf(key), now - std::chrono::hours(100 - i));
    }
    EXPECT_TRUE(unlimited.load("0")); // used again just now
    const CompileCache small(folder.path(), 8000);
    small.store("new", large);
    EXPECT_TRUE(small.load("new"));
    EXPECT_TRUE(small.load("0"));
    EXPECT_FALSE(small.load("1"));
    std::uint64_t total = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        total += entry.file_size();
    EXPECT_LE(total, 8000u);
}

TEST(Cache, OneThatCannotBeWrittenIsNoError) {
    const TemporaryFolder folder;
    writeFile(folder.path() / "file", "in the way");
    const CompileCache cache(folder.path() / "file" / "folder");
    cache.store("key", exampleResult());
    EXPECT_FALSE(cache.load("key"));
    const CompileCache none{std::filesystem::path()};
    none.store("key", exampleResult());
    EXPECT_FALSE(none.load("key"));
}

TEST(Cache, FolderFollowsTheEnvironment) {
    const ScopedEnvironment cache("XDG_CACHE_HOME", "/x/cache");
    EXPECT_EQ(CompileCache::defaultFolder(), "/x/cache/warplens");
    const ScopedEnvironment relative("XDG_CACHE_HOME", "relative"); // not allowed by the specification: ignored
    const ScopedEnvironment home("HOME", "/home/somebody");
    EXPECT_EQ(CompileCache::defaultFolder(), "/home/somebody/.cache/warplens");
}

TEST(Cache, ServesTheCompiler) {
    const Compiler::Search search = Compiler::find();
    if (!search.compiler)
        GTEST_SKIP() << search.reason;
    const TemporaryFolder folder;
    const StageCompiler compiler(search, CompileCache(folder.path()), {});
    const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage& stage = *catalogue.find("matmul/07-tiled");
    const ParameterValues parameters{{"TILE", 16}};
    const CompiledStage first = compiler.compile(stage, parameters);
    const CompiledStage second = compiler.compile(stage, parameters);
    EXPECT_EQ(first.origin, CompileOrigin::Compiler);
    EXPECT_EQ(second.origin, CompileOrigin::Cache);
    EXPECT_EQ(first.result.ptx, second.result.ptx);
    EXPECT_EQ(first.result.cubin, second.result.cubin);
    EXPECT_EQ(first.result.kernelName, second.result.kernelName);

    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        writeFile(entry.path(), "damaged");
    EXPECT_EQ(compiler.compile(stage, parameters).origin, CompileOrigin::Compiler);
    EXPECT_EQ(compiler.compile(stage, parameters).origin, CompileOrigin::Cache); // rewritten

    Stage broken = stage;
    broken.source = "extern \"C\" __global__ void tiled() { nothing(); }";
    EXPECT_FALSE(compiler.compile(broken, parameters).result.ok);
    EXPECT_EQ(compiler.compile(broken, parameters).origin, CompileOrigin::Compiler); // failures are not kept
}

TEST(Cache, WarningsComeBack) {
    const Compiler::Search search = Compiler::find();
    if (!search.compiler)
        GTEST_SKIP() << search.reason;
    const TemporaryFolder folder;
    CompileRequest request;
    request.source = "extern \"C\" __global__ void f() {\n  int unused;\n}\n";
    request.fileName = "f.cu";
    bool fromCache = true;
    const CompileResult first = compileCached(*search.compiler, CompileCache(folder.path()), request, &fromCache);
    EXPECT_FALSE(fromCache);
    const CompileResult second = compileCached(*search.compiler, CompileCache(folder.path()), request, &fromCache);
    EXPECT_TRUE(fromCache);
    ASSERT_EQ(second.diagnostics.size(), 1u);
    EXPECT_EQ(second.diagnostics[0].line, first.diagnostics.at(0).line);
}

} // namespace
} // namespace warplens::kernels
