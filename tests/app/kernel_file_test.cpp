// SPDX-License-Identifier: GPL-3.0-or-later
// What is read from a source that nobody described: its kernels, their parameters, their shared arrays, and a launch.
#include "app/engine/launch_origin.h"
#include "app/engine/source_numbers.h"
#include "app/engine/suggested_launch.h"
#include "app/model/moment.h"
#include "app/model/scene.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <filesystem>

using namespace warplens;
using namespace warplens::engine;

namespace {

std::filesystem::path program(const char* name) {
    return std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests" / "programs" / name;
}

constexpr const char* tiled = R"(
// __global__ void notThis(int) {}
#define TILE 16
constexpr int PAD = 1;
/* __global__ */
template<typename T, int DEPTH = 2>
__global__ void __launch_bounds__(TILE * TILE) product(const T* __restrict__ a, const float4 *b, float* c, size_t n,
                                                       float alpha, unsigned char flag)
{
    __shared__ float as[DEPTH][TILE][TILE + PAD], bs[TILE][TILE];
    extern __shared__ double rest[];
    __shared__ int single;
    c[threadIdx.y * n + threadIdx.x] = alpha * as[0][0][0];
}
extern "C" __global__ void other(int* p);
extern "C" __global__ void other(int* p) { p[threadIdx.x] = 1; }
)";

} // namespace

TEST(CudaText, FindsKernelsAndTheirParameters) {
    const auto kernels = kernelsInSource(tiled);
    ASSERT_EQ(kernels.size(), 2u);
    const KernelSignature& k = kernels[0];
    EXPECT_EQ(k.name, "product");
    EXPECT_EQ(k.templateParameters, (std::vector<std::string>{"typename T", "int DEPTH = 2"}));
    EXPECT_TRUE(k.twoDimensional);
    ASSERT_EQ(k.parameters.size(), 6u);
    EXPECT_EQ(k.parameters[0].name, "a");
    EXPECT_TRUE(k.parameters[0].pointer && k.parameters[0].constant);
    EXPECT_FALSE(k.parameters[0].element); // T is anything
    EXPECT_EQ(k.parameters[1].perElement, 4u);
    EXPECT_TRUE(k.parameters[1].constant);
    EXPECT_TRUE(k.parameters[2].pointer);
    EXPECT_FALSE(k.parameters[2].constant);
    EXPECT_EQ(k.parameters[3].element, kernels::ElementType::U64);
    EXPECT_FALSE(k.parameters[3].pointer);
    EXPECT_EQ(k.parameters[4].element, kernels::ElementType::F32);
    EXPECT_EQ(k.parameters[5].element, kernels::ElementType::U8);
    EXPECT_EQ(kernels[1].name, "other");
    EXPECT_TRUE(kernels[1].defined) << "the definition counts, not the declaration";
    EXPECT_EQ(instanceName(k, tiled), "product<float,2>");
}

// Whatever reads the text sees the same code: not what stands in literals, comments or "#if 0".
TEST(CudaText, KnowsWhatIsNoCode) {
    const auto kernels = kernelsInSource(R"raw(
const char quote = '"'; // " opens nothing
const char* text = R"(
__global__ void inText(int) {}
)";
#if 0
__global__ void never(int) {}
#endif
#define MAKE(name) __global__ void name(int) {}
template<int N = (4 > 2)>
__global__ void /* the name */ __launch_bounds__(64, 2) taken(const int (&table)[4], float const *x, char c = ')') {
    if (c == '{') return;
    __shared__ alignas(16) float const first[N + 1 /* why */][ 2 ], second;
    __shared__ Unknown third[3];
}
__global__ void last(void);
)raw");
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_EQ(kernels[0].name, "taken");
    EXPECT_EQ(kernels[0].templateParameters, std::vector<std::string>{"int N = (4 > 2)"});
    EXPECT_EQ(kernels[0].threadsAtMost, 64u);
    ASSERT_EQ(kernels[0].parameters.size(), 3u);
    EXPECT_EQ(kernels[0].parameters[1].type, "float const *");
    EXPECT_TRUE(kernels[0].parameters[1].constant);
    EXPECT_EQ(kernels[0].parameters[2].name, "c");
    EXPECT_FALSE(kernels[0].twoDimensional);
    ASSERT_EQ(kernels[0].sharedArrays.size(), 2u);
    EXPECT_EQ(kernels[0].sharedArrays[0].extents, (std::vector<std::string>{"N + 1", "2"}));
    EXPECT_EQ(kernels[0].sharedArrays[1].name, "second");
    EXPECT_EQ(kernels[1].name, "last");
    EXPECT_TRUE(kernels[1].parameters.empty());
    EXPECT_FALSE(kernels[1].defined);
}

TEST(SourceNumbers, AreWorkedOutFromEachOther) {
    const SourceNumbers numbers(R"(
#define TILE 16u // a number
#define TWICE (2 * TILE)
#define F(x) 99
#define LOOP LOOP
static const unsigned long long int many = 1'000'000ull, more = many + TWICE;
constexpr int braces{7};
int n = read(), m = 3;
int n = 1 << 4;
const int text = sizeof(double) * sizeof(float4);
for (int i = 5; i < 6; ++i) {}
dim3 block(TILE, 4), grid = dim3((n + block.x - 1) / block.x, m);
dim3 one = 128;
)");
    EXPECT_EQ(numbers.valueOf("TWICE"), 32);
    EXPECT_EQ(numbers.valueOf("more"), 1'000'032);
    EXPECT_EQ(numbers.valueOf("braces"), 7);
    EXPECT_EQ(numbers.valueOf("n"), 16) << "the first value that can be worked out";
    EXPECT_EQ(numbers.valueOf("m"), 3);
    EXPECT_EQ(numbers.valueOf("text"), 128);
    for (const char* unknown : {"F", "LOOP", "i", "block", "nobody"})
        EXPECT_FALSE(numbers.valueOf(unknown)) << unknown;
    using Extent = SourceNumbers::Extent;
    EXPECT_EQ(numbers.extent("grid"), (Extent{1, 3, 1}));
    EXPECT_EQ(numbers.extent("one"), (Extent{128, 1, 1}));
    EXPECT_EQ(numbers.extent("dim3{block.y, TILE}"), (Extent{4, 16, 1}));
    EXPECT_FALSE(numbers.extent("1, 2, 3, 4"));
    EXPECT_FALSE(numbers.evaluate("sizeof(nobody)"));
    SourceNumbers told(R"(
#define TILE 16
int n = TILE;)");
    told.set("TILE", 8);
    EXPECT_EQ(told.valueOf("n"), 8) << "-D comes first";
}

TEST(CudaText, GivesSharedArraysTheirShapes) {
    const auto kernels = kernelsInSource(tiled);
    KernelFile file{"x.cu", tiled, {}};
    file.launch.kernel = "product<float,3>";
    const auto shapes = sharedShapes(kernels[0], file);
    ASSERT_EQ(shapes.size(), 4u);
    EXPECT_EQ(shapes[0].name, "as");
    EXPECT_EQ(shapes[0].extents, (std::vector<std::int64_t>{3, 16, 17}));
    EXPECT_EQ(shapes[1].extents, (std::vector<std::int64_t>{16, 16}));
    EXPECT_TRUE(shapes[2].dynamic);
    EXPECT_EQ(shapes[2].elementBytes, 8u);
    EXPECT_EQ(shapes[3].extents, std::vector<std::int64_t>{1});
}

TEST(CudaText, SuggestsALaunch) {
    const FileLaunch launch = suggestLaunch(kernelsInSource(tiled)[0], tiled);
    EXPECT_EQ(launch.block, "16,16");
    EXPECT_EQ(launch.grid, "4,4");
    EXPECT_EQ(launch.arguments, (std::vector<std::string>{"f32[4096+]=random:1", "f32[16384+]=random:2",
                                                          "f32[4096+]=zeros", "u64=64", "f32=1", "u8=1"}));
    const FileLaunch flat = suggestLaunch(kernelsInSource(tiled)[1], tiled);
    EXPECT_EQ(flat.block, "256");
    EXPECT_EQ(flat.grid, "16");
}

TEST(CudaText, TypesByOtherNames) {
    const kernels::SourceText text(
        std::string("typedef const float given;\nusing count = long long;\n#define real double\n"
                    "__global__ void f(given* x, count n, real* y, given a) {}\n"));
    EXPECT_EQ(suggestLaunch(kernelsInSource(text)[0], text).arguments,
              (std::vector<std::string>{"f32[4096+]=zeros", "i64=4096", "f64[4096+]=zeros", "f32=1"}));
}

// Kernels that were written for something else run with what is suggested for them.
TEST(KernelFile, SuggestedLaunchesRun) {
    if (!tests::compiler().compiler())
        GTEST_SKIP() << "no compiler";
    for (const char* name : {"transpose.cu", "vector_add.cu", "matmul_async.cu", "stencil.cu", "game_of_life.cu"}) {
        KernelFile file{program(name), readTextFile(program(name)), {}};
        const auto kernels = kernelsOf(file.path, file.text);
        ASSERT_FALSE(kernels.empty()) << name;
        file.launch = suggestLaunch(kernels.front(), file.text);
        app::SceneRequest request;
        request.stage = app::stageOfFile(file);
        request.file = file;
        const auto scene = app::buildScene(tests::compiler(), request);
        EXPECT_FALSE(scene->trace.events.empty()) << name;
        EXPECT_FALSE(scene->globals.empty()) << name;
        EXPECT_TRUE(std::any_of(scene->globals.begin(), scene->globals.end(), [](const auto& g) { return g.result; }))
            << name;
    }
}

TEST(KernelFile, NamesWhatThePicturesShow) {
    if (!tests::compiler().compiler())
        GTEST_SKIP() << "no compiler";
    KernelFile file{program("transpose.cu"), readTextFile(program("transpose.cu")), {}};
    file.launch = suggestLaunch(kernelsOf(file.path, file.text).front(), file.text);
    app::SceneRequest request;
    request.stage = app::stageOfFile(file);
    request.file = file;
    const auto scene = app::buildScene(tests::compiler(), request);
    ASSERT_EQ(scene->shareds.size(), 1u);
    EXPECT_EQ(scene->shareds[0].name, "tile");
    EXPECT_EQ(scene->shareds[0].rows, 32);
    EXPECT_EQ(scene->shareds[0].columns, 33);
    EXPECT_EQ(scene->shareds[0].holds, 0);
    EXPECT_EQ(scene->globals[0].rows, 64);
    EXPECT_EQ(scene->globals[0].columns, 64);
    for (const app::GlobalArray& array : scene->globals) { // all of it is the kernel's: nothing is hatched
        EXPECT_EQ(array.usedRows, array.rows) << array.name;
        EXPECT_EQ(array.usedColumns, array.columns) << array.name;
    }
    EXPECT_FALSE(scene->globals[0].result);
    EXPECT_TRUE(scene->globals[1].result);
    EXPECT_TRUE(app::isFileStage(scene->stage.id));
}

// A block of a cluster: lanes that reach the other one take none of its wavefronts, and no word of its banks is drawn.
TEST(KernelFile, SaysWhichLanesReachAnotherBlock) {
    if (!tests::compiler().compiler())
        GTEST_SKIP() << "no compiler";
    KernelFile file{"reach.cu",
                    R"(extern "C" __global__ void __cluster_dims__(2, 1, 1) reach(unsigned* out, unsigned home) {
    __shared__ unsigned own[32];
    own[threadIdx.x] = threadIdx.x;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    unsigned rank, at, word, mixed;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    const unsigned here = static_cast<unsigned>(__cvta_generic_to_shared(own + threadIdx.x));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(here), "r"(1 - rank));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(word) : "r"(at));
    at = threadIdx.x < home ? here : at;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(mixed) : "r"(at));
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    out[threadIdx.x] = word + mixed;
})",
                    {}};
    file.launch = suggestLaunch(kernelsOf(file.path, file.text).front(), file.text);
    file.launch.grid = "2";
    file.launch.block = "32";
    file.launch.arguments = {"u32[64]", "u32=8"};
    app::SceneRequest request;
    request.stage = app::stageOfFile(file);
    request.file = file;
    const auto scene = app::buildScene(tests::compiler(), request);
    std::vector<app::Request> loads;
    std::vector<std::string> said;
    for (size_t event = 0; event < scene->trace.events.size(); ++event)
        if (scene->trace.events[event].kind == sim::trace::EventKind::SharedLoad) {
            loads.push_back(app::lookAt(*scene, event));
            said.push_back(app::plainText(app::momentAt(*scene, *scene->navigator, {event, 0}).sentence));
        }
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0].cost.wavefronts, 0);
    EXPECT_TRUE(loads[0].words.empty());
    EXPECT_EQ(said[0], "All 32 lanes reach the shared memory of another block, which takes no wavefront here.");
    EXPECT_EQ(loads[1].cost.wavefronts, 1);
    EXPECT_EQ(loads[1].words.size(), 8u);
    EXPECT_EQ(said[1],
              "8 of 32 lanes read shared memory. No two words that differ share a bank: 1 wavefront. 24 of 32 lanes "
              "reach the shared memory of another block, which takes no wavefront here.");
}

TEST(KernelFile, OpensPtxWithoutACompiler) {
    const kernels::StageCompiler none(kernels::Compiler::Search{nullptr, "there is none"},
                                      kernels::CompileCache(std::filesystem::path()), {});
    if (!tests::compiler().compiler())
        GTEST_SKIP() << "no compiler to make the PTX with";
    KernelFile source{program("transpose.cu"), readTextFile(program("transpose.cu")), {}};
    source.launch = suggestLaunch(kernelsOf(source.path, source.text).front(), source.text);
    const KernelImage image = imageOfKernelFile(tests::compiler(), source, "9.0");
    KernelFile file{"transpose.ptx", image.ptx, {}};
    const auto kernels = kernelsOf(file.path, file.text);
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_TRUE(kernels[0].parameters[0].pointer);
    file.launch = suggestLaunch(kernels[0], file.text);
    file.launch.block = source.launch.block;
    file.launch.grid = source.launch.grid;
    app::SceneRequest request;
    request.stage = app::stageOfFile(file);
    request.file = file;
    const auto scene = app::buildScene(none, request);
    EXPECT_FALSE(scene->trace.events.empty());
    EXPECT_EQ(scene->shareds.size(), 1u);
    // And a .cu says what is missing.
    request.file = source;
    EXPECT_THROW(app::buildScene(none, request), kernels::CannotCompile);
}

TEST(KernelFile, SaysWhatIsWrongWithALaunch) {
    FileLaunch launch;
    EXPECT_THROW(launchOfFile(launch), EngineError);
    launch.grid = "4,x";
    launch.block = "32";
    EXPECT_THROW(launchOfFile(launch), EngineError);
    launch.grid = "4, 4";
    EXPECT_EQ(launchOfFile(launch).grid.y, 4u);
    launch.arguments = {"f32[12"};
    EXPECT_THROW(launchOfFile(launch), kernels::SpecError);
}

namespace {

constexpr const char* withHost = R"(
#define BM 64
template<typename T, int BLOCK_M, int BLOCK_N = 8>
__global__ void tile(const T* a, T* b, int n) { b[blockIdx.y * n + threadIdx.x] = a[threadIdx.x]; }
__global__ void flat(float* a, int n) { extern __shared__ float s[]; a[threadIdx.x] = s[0]; }
__global__ void square(float* a, int n) { a[threadIdx.y * n + threadIdx.x] = 0; }
int main() {
    int threads = 128;
    dim3 block(16, threads / 16);
    dim3 grid((4096 + block.x - 1) / block.x, 256);
    // flat<<<1, 1>>>(d, 4096);
    tile<float, BM, 16> <<< dim3(8, 8), dim3(BM) >>>(d, d, 64);
    flat<<<(1 << 20) / threads, threads, threads * sizeof(float)>>>(d, 4096);
    square<<<grid, block>>>(d, 64);
    unknown<<<n, read()>>>();
}
)";

} // namespace

TEST(CudaText, FindsTheHostsLaunches) {
    const auto launches = launchesIn(withHost);
    ASSERT_EQ(launches.size(), 4u);
    EXPECT_EQ(launches[0].kernel, "tile");
    EXPECT_EQ(launches[0].templateArguments, (std::vector<std::string>{"float", "BM", "16"}));
    EXPECT_EQ(launches[1].shared, "threads * sizeof(float)");
    EXPECT_EQ(launches[1].arguments, (std::vector<std::string>{"d", "4096"}));
    const SourceNumbers numbers{withHost};
    using Extent = std::array<std::int64_t, 3>;
    EXPECT_EQ(numbers.extent(launches[0].grid), (Extent{8, 8, 1}));
    EXPECT_EQ(numbers.extent(launches[0].block), (Extent{64, 1, 1}));
    EXPECT_EQ(numbers.extent(launches[1].grid), (Extent{8192, 1, 1}));
    EXPECT_EQ(numbers.extent(launches[1].shared), (Extent{512, 1, 1}));
    EXPECT_EQ(numbers.extent(launches[2].block), (Extent{16, 8, 1}));
    EXPECT_FALSE(numbers.extent(launches[3].block));
}

TEST(CudaText, FindsLaunchesAsEditorsSpaceThem) {
    // nvcc 13.0 takes the first of these forms, and none of the others.
    const auto launches = launchesIn(kernels::SourceText("int main() { sum << <1 << 2, 64 >> > (v, 3 >> 1); }"));
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, "sum");
    EXPECT_EQ(launches[0].grid, "1 << 2");
    EXPECT_EQ(launches[0].block, "64");
    EXPECT_EQ(launches[0].arguments, (std::vector<std::string>{"v", "3 >> 1"}));
    for (const char* wrong : {"sum < < <1, 2> > >(v);", "sum < <<1, 2> >>(v);", "sum<<<1, 2> >>(v);"})
        EXPECT_TRUE(launchesIn(kernels::SourceText(wrong)).empty()) << wrong;
}

TEST(SuggestedLaunch, IsThatOfTheKernelThatMainLaunches) {
    const auto likely = [](const std::string& text) {
        return likelyKernel(kernelsInSource(text), kernels::SourceText(text)).name;
    };
    const std::string two = "__global__ void first(float* a) {}\n__global__ void second(float* a) {}\n";
    EXPECT_EQ(likely(two), "first");
    EXPECT_EQ(likely(two + "int main() { second<<<1, 32>>>(a); first<<<1, 32>>>(a); }"), "second");
    const std::string warm = "__global__ void warmUp() {}\n" + two;
    EXPECT_EQ(likely(warm + "int main() { warmUp<<<1, 1>>>(); second<<<1, 32>>>(a); }"), "second");
    EXPECT_EQ(likely(warm + "int main() { warmUp<<<1, 1>>>(); }"), "warmUp");
}

TEST(SuggestedLaunch, FollowsTheHostsCode) {
    const auto kernels = kernelsInSource(withHost);
    ASSERT_EQ(kernels.size(), 3u);
    const FileLaunch tile = suggestLaunch(kernels[0], withHost);
    EXPECT_EQ(tile.kernel, "tile<float,64,16>");
    EXPECT_EQ(tile.block, "64");
    EXPECT_EQ(tile.grid, "8,8") << "a small launch stays as it is";
    EXPECT_EQ(tile.arguments, (std::vector<std::string>{"f32[4096+]=random:1", "f32[4096+]=zeros", "i32=64"}));
    const FileLaunch flat = suggestLaunch(kernels[1], withHost);
    EXPECT_EQ(flat.block, "128");
    EXPECT_EQ(flat.grid, "32");
    EXPECT_EQ(flat.sharedBytes, 512u);
    const FileLaunch square = suggestLaunch(kernels[2], withHost);
    EXPECT_EQ(square.block, "16,8");
    EXPECT_EQ(square.grid, "4,8");
}

// A kernel's file whose comment said "the main (second) loop" was run as a program when it was dropped.
TEST(CudaText, AProgramIsWhatDefinesMain) {
    for (const char* text :
         {"int main() {}", "int\nmain (int argc, char** argv)\n{\n}\n", "auto main() -> int { return 0; }"})
        EXPECT_TRUE(definesMain(text)) << text;
    for (const char* text :
         {"// the main (second) loop\n__global__ void f() {}", "const char* s = \"main() {\";", "int main();",
          "#if 0\nint main() {}\n#endif\n", "int domain() {}", "void f() { main(); }"})
        EXPECT_FALSE(definesMain(text)) << text;
}

TEST(SuggestedLaunch, SaysWhatTheFilesOwnIsWhereThatIsLarger) {
    const std::string text = "__global__ void product(const int* a, int* c, int n) { c[threadIdx.y] = a[n]; }\n"
                             "int main() { int N = 1 << 10, T = 32; size_t bytes = N * N * sizeof(int); int *a, *c;\n"
                             "cudaMalloc(&a, bytes); cudaMalloc(&c, bytes); dim3 block(T, T), grid(N / T, N / T);\n"
                             "product<<<grid, block>>>(a, c, N); }\n";
    FoundInText found;
    const FileLaunch launch = suggestLaunch(kernelsInSource(text)[0], text, &found);
    EXPECT_EQ(launch.grid, "2,2");
    EXPECT_EQ(launch.arguments, (std::vector<std::string>{"i32[4096+]=below:64:1", "i32[4096+]=zeros", "i32=64"}));
    EXPECT_TRUE(found.block);
    EXPECT_FALSE(found.grid);
    EXPECT_EQ(found.arguments, (std::vector<bool>{false, false, false}));
    ASSERT_TRUE(found.larger);
    EXPECT_EQ(found.larger->grid, "32,32");
    EXPECT_EQ(found.larger->block, "32,32");
    EXPECT_EQ(found.larger->arguments,
              (std::vector<std::string>{"i32[1048576]=below:64:1", "i32[1048576]=zeros", "i32=1024"}));
    EXPECT_EQ(found.ofLarger, (std::vector<bool>{true, true, true}));
    const auto tell = [&](const LaunchOrigin& origin) {
        std::string told;
        for (const auto* parts : {&origin.found, &origin.smaller, &origin.guessed}) {
            for (const LaunchPart& part : *parts)
                told += std::to_string(static_cast<int>(part.what)) + part.parameter + " ";
            told += "| ";
        }
        return told;
    };
    // 0 the instance, 1 the grid, 2 the block, 3 a size, 4 a value, 5 what arrays hold.
    EXPECT_EQ(tell(originOf(kernelsInSource(text)[0], found)), "2 | 1 3a 3c 4n | 5 | ");
    found = {};
    found.instance = false;
    EXPECT_EQ(tell(originOf(kernelsInSource(text)[0], found)), "| | 0 1 2 3a 3c 4n 5 | ");

    // Another instance than the suggested one has been chosen.
    const std::string two = "template<int R> __global__ void f(int* p) {}\n"
                            "void go(int* p) { f<3><<<1, 32>>>(p); f<5><<<1, 32>>>(p); }\n";
    FileLaunch chosen = suggestLaunch(kernelsInSource(two)[0], two, &found);
    EXPECT_FALSE(found.instance);
    EXPECT_FALSE(knownParts(kernelsInSource(two)[0], two, chosen).instance);
    chosen.kernel = chosen.kernel == "f<3>" ? "f<5>" : "f<3>";
    EXPECT_TRUE(knownParts(kernelsInSource(two)[0], two, chosen).instance);

    // Taken as it is, there is no larger one; nor where it is not known.
    std::string unknown = text;
    for (const char* grid : {"dim3(2, 2)", "dim3(argc, argc)", "dim3(1 << 30, 1 << 30, 1 << 30)"}) {
        unknown = text;
        unknown.replace(unknown.rfind("<<<grid") + 3, 4, grid);
        suggestLaunch(kernelsInSource(unknown)[0], unknown, &found);
        EXPECT_FALSE(found.larger) << grid;
    }
}
