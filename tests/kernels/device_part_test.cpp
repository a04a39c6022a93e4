// SPDX-License-Identifier: GPL-3.0-or-later
// Files as people have them: kernels beside a main(), headers of the host and helpers.
#include "kernels/compiler/declarations.h"
#include "kernels/compiler/nvrtc.h"
#include "tests/kernels/support.h"

#include <algorithm>
#include <fstream>

namespace warplens::kernels {
namespace {

Declarations declarationsOf(const std::string& text) {
    return Declarations(text, deviceMarks({text}));
}

constexpr const char* program = R"(#include <cstdio>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>
#include "timer.h"
#include "nowhere/to_be_found.h"
using namespace std;
#define CHECK(call) do { cudaError_t e = (call); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
#define DEVICE __device__ __forceinline__
float onTheHost[1 << 20];
const int TILE = 16;
struct Options { std::vector<int> sizes; int tile; };
class Buffer {
public:
    explicit Buffer(size_t n) { cudaMalloc(&m_data, n); }
    float* m_data;
};
DEVICE float twice(float x) { return 2 * x; }
namespace lesson {
template<typename T> __global__ void scale(T* data, int n) {
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = std::max(T(0), std::sqrt(twice(data[i]))) + T(M_PI) * TILE;
}
}
void onCpu(std::vector<float>& x) { for (auto& v : x) v = sqrtf(2 * v); }
static double now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
int main(int argc, char** argv) {
    Buffer b(4096);
    lesson::scale<float><<<16, 256>>>(b.m_data, 1024);
    CHECK(cudaDeviceSynchronize());
    cout << now() << endl;
}
)";

TEST(Declarations, HostCodeGoesAndLinesStay) {
    Declarations text = declarationsOf(program);
    text.takeOutHost();
    const std::string& left = text.text();
    EXPECT_EQ(std::count(left.begin(), left.end(), '\n'),
              std::count(program, program + std::string(program).size(), '\n'));
    for (const char* gone : {"main(int", "onTheHost[1", "cout <<", "cudaMalloc"})
        EXPECT_EQ(left.find(gone), std::string::npos) << gone;
    for (const char* kept : {"#include <cstdio>", "#define CHECK", "const int TILE = 16;", "float* m_data;",
                             "twice(float x)", "__global__ void scale(T* data, int n) {", "std::max"})
        EXPECT_NE(left.find(kept), std::string::npos) << kept;
    EXPECT_TRUE(text.wasHost(29));
    EXPECT_FALSE(text.wasHost(20));
    EXPECT_TRUE(text.hasKernel());
}

TEST(Declarations, WhatIsWrongIsTakenOutPieceByPiece) {
    Declarations text = declarationsOf(program);
    EXPECT_TRUE(text.takeOutHostAt(15)) << "a member's body";
    EXPECT_NE(text.text().find("explicit Buffer(size_t n) {"), std::string::npos);
    EXPECT_TRUE(text.takeOutHostAt(15)) << "then the member";
    EXPECT_EQ(text.text().find("explicit Buffer"), std::string::npos);
    EXPECT_TRUE(text.takeOutHostAt(12));
    EXPECT_EQ(text.text().find("sizes;"), std::string::npos);
    EXPECT_FALSE(text.takeOutHostAt(22)) << "in a kernel";
    EXPECT_FALSE(text.takeOutDeviceAt(22, "scale")) << "the one that is wanted";
    EXPECT_TRUE(text.takeOutDeviceAt(22, "another"));
    EXPECT_FALSE(text.hasKernel());
}

TEST(Declarations, ValuesOfParametersAreNoneOfTheDeclaration) {
    Declarations text =
        declarationsOf("namespace cg = cooperative_groups;\n"
                       "template<int N = 32> __device__ int f(int x = 3) { return N; }\n"
                       "struct P { bool operator==(const P& o) const { return cudaFree(0) == 0; } int x; };\n"
                       "MACRO(f32)\n"
                       "int host() { k<<<1, 1>>>(); }\n");
    text.takeOutHost();
    const std::string& left = text.text();
    EXPECT_NE(left.find("namespace cg = cooperative_groups;"), std::string::npos);
    EXPECT_NE(left.find("return N;"), std::string::npos);
    EXPECT_EQ(left.find("cudaFree"), std::string::npos);
    EXPECT_NE(left.find("int x; };"), std::string::npos);
    EXPECT_EQ(left.find("<<<"), std::string::npos);
}

TEST(Declarations, AwkwardTextsAreReadToTheirEnd) {
    for (const char* awkward :
         {"", "}", "{", "class", "extern \"C\" {", "/*", "\"", "R\"x(", "#define X \\", "template<",
          "public:", "a ? b : c", "'", "namespace { __global__ void k() {", "int x = {1, 2;"}) {
        Declarations text = declarationsOf(awkward);
        text.takeOutHost();
        for (int line = 0; line < 3; ++line) {
            text.takeOutHostAt(line);
            text.takeOutDeviceAt(line, "k");
        }
        EXPECT_EQ(text.text().size(), std::string(awkward).size());
    }
}

class DevicePartOf : public testing::Test {
protected:
    void SetUp() override {
        m_search = Compiler::find();
        if (!m_search.compiler)
            GTEST_SKIP() << m_search.reason;
    }
    CompileResult compile(const std::string& source, const std::string& kernel,
                          const std::vector<std::string>& folders = {}) {
        CompileRequest request;
        request.source = source;
        request.fileName = "lesson.cu";
        request.kernelName = kernel;
        request.includeDirs = folders;
        return m_search.compiler->compile(request);
    }
    Compiler::Search m_search;
};

TEST_F(DevicePartOf, AProgramCompilesWithItsMain) {
    const CompileResult result = compile(program, "scale<float>");
    ASSERT_TRUE(result.ok) << result.log;
    EXPECT_NE(result.kernelName.find("lesson5scale"), std::string::npos) << result.kernelName;
    EXPECT_NE(result.ptx.find(".loc\t1 21"), std::string::npos) << "lines of the file as it is";
    EXPECT_FALSE(result.cubin.empty());
    EXPECT_EQ(result.ptx.find("onTheHost"), std::string::npos);
}

TEST_F(DevicePartOf, HeadersBesideTheFileAreTreatedAlike) {
    const tests::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "common");
    std::filesystem::create_directories(folder.path() / "lesson");
    std::ofstream(folder.path() / "common/helper.cuh")
        << "#pragma once\n#include <string>\n#include <cstdint>\nvoid report(const std::string& what) { printf(\"%s\", "
           "what.c_str()); }\n__device__ inline uint32_t next(uint32_t x) { return x + 1; }\n";
    const CompileResult result =
        compile("#include \"../common/helper.cuh\"\n__global__ void k(uint32_t* p) { p[0] = next(p[0]); }\n"
                "int main() { k<<<1, 1>>>(nullptr); report(\"done\"); }\n",
                "k", {(folder.path() / "lesson").string()});
    EXPECT_TRUE(result.ok) << result.log;
    // As examples have it that are built with -I../common.
    EXPECT_TRUE(compile("#include \"helper.cuh\"\n__global__ void k(uint32_t* p) { p[0] = next(p[0]); }\n", "k",
                        {(folder.path() / "lesson").string()})
                    .ok);
}

// What nvcc takes and NVRTC would stumble over.
TEST_F(DevicePartOf, WhatNvccTakesIsTaken) {
    const CompileResult result = compile(
        "#include <cublas_v2.h>\n#include <type_traits>\n#ifdef __linux__\n#define TIMES 2\n#endif\n"
        "template<class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0>\n"
        "__device__ T twice(T x) { return TIMES * x; }\n"
        "extern \"C\"__global__ void k(float* a, __nv_bfloat16* b) {\n"
        "    a[threadIdx.x] = twice(a[threadIdx.x]);\n    b[threadIdx.x] = __float2bfloat16(a[threadIdx.x]);\n}\n"
        "int main() { k<<<1, 32>>>(nullptr, nullptr); }\n",
        "k");
    EXPECT_TRUE(result.ok) << result.log;
    EXPECT_EQ(result.kernelName, "k");
}

// To NVRTC a file that two headers include by two names would be two files.
TEST_F(DevicePartOf, AHeaderUnderTwoNamesIsOneHeader) {
    const tests::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "inner");
    tests::writeFile(folder.path() / "inner/more.cuh", "#pragma once\n__device__ float more(float x) { return x; }\n");
    tests::writeFile(folder.path() / "inner/kernels.cuh",
                     "#pragma once\n#include \"more.cuh\"\n"
                     "__global__ void twice(float* v) { v[threadIdx.x] = 2 * more(v[threadIdx.x]); }\n");
    const CompileResult result = compile("#include \"inner/more.cuh\"\n#include \"inner/kernels.cuh\"\n"
                                         "int main() { twice<<<1, 32>>>(pointer()); }\n",
                                         "twice", {folder.path().string()});
    EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(DevicePartOf, AnotherKernelThatDoesNotCompileIsNoObstacle) {
    const std::string source = "__global__ void broken(float* p) { p[0] = nobodyKnows(p[1]); }\n"
                               "__global__ void good(float* p) { p[0] = 1; }\n"
                               "int main() { good<<<1, 1>>>(0); }\n";
    EXPECT_TRUE(compile(source, "good").ok);
    const CompileResult broken = compile(source, "broken");
    EXPECT_FALSE(broken.ok);
    EXPECT_NE(firstError(broken).find("nobodyKnows"), std::string::npos) << firstError(broken);
}

TEST_F(DevicePartOf, LambdasOfTheGpuMayBeMarked) {
    const CompileResult result = compile("#include <iostream>\n__global__ void k(int* p) {\n"
                                         "    const auto next = [=] __host__ __device__(int x) { return x + 1; };\n"
                                         "    p[0] = next(p[1]);\n}\n",
                                         "k");
    EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(DevicePartOf, MistakesAreToldAsTheyStandInTheText) {
    const CompileResult host =
        compile("#include <vector>\n\n__global__ void k(float* p) { p[0] = nobodyKnows; }\n", "k");
    EXPECT_FALSE(host.ok);
    EXPECT_EQ(firstError(host), "lesson.cu:3: identifier \"nobodyKnows\" is undefined");
    const CompileResult header =
        compile("#include \"absent.h\"\n__global__ void k(float* p) { p[0] = fromThere(p[1]); }\n", "k");
    EXPECT_FALSE(header.ok);
    EXPECT_EQ(firstError(header), "lesson.cu:2: identifier \"fromThere\" is undefined (not found: absent.h)");
    const CompileResult instance = compile("template<class T> __global__ void k(T* p) { p[0] = 1; }\n", "k");
    EXPECT_FALSE(instance.ok);
    EXPECT_EQ(firstError(instance), "k is a template: name one of its instances, as in 'k<float>'");
}

TEST_F(DevicePartOf, WhatKernelsUseOfTheHostsHeadersIsThere) {
    const CompileResult result = compile(R"(
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <curand_kernel.h>
template<class T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0>
__device__ T least() { return std::numeric_limits<T>::lowest(); }
__global__ void k(float* p, std::size_t n) {
    assert(n < SIZE_MAX);
    std::array<int, 2> a{{INT_MAX, CHAR_BIT}};
    std::swap(a[0], a[1]);
    a[0] = std::move(a[1]) + std::forward<int>(1);
    p[0] = least<float>() + std::min(a[0], a[1]) + FLT_MAX + INFINITY;
    p[1] = std::get<0>(std::make_tuple(1.0f)) + std::plus<float>()(p[2], 1) + std::abs(p[3]);
    std::int64_t wide = INT64_MAX;
    if constexpr (std::is_same_v<float, double>) p[2] = wide;
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    const float sum = Reduce(storage).Sum(p[threadIdx.x]);
    if (threadIdx.x == 0) p[3] = sum;
}
)",
                                         "k");
    EXPECT_TRUE(result.ok) << result.log;
}

} // namespace
} // namespace warplens::kernels
