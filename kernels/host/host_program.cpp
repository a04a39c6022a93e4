// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/host/host_program.h"

#include "kernels/host/host_arrays.h"
#include "kernels/host/host_check.h"
#include "kernels/source/tokens.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::kernels {
namespace {

constexpr std::int64_t sharedWithoutAsking = 48 * 1024; ///< bytes that a launch may take without an attribute

class ProgramWriter {
public:
    ProgramWriter(const Stage& stage, const ParameterValues& chosen, const Size& size)
        : m_stage(stage)
        , m_instance(makeInstance(stage, chosen, size))
        , m_function(functionOf(stage))
        , m_signature(signatureOf(stage.source, m_function))
        , m_check(findHostCheck(stage.computes)) {
        if (!m_signature.found)
            throw HostError(
                fmt::format("{}: its source declares no function {}, so there is nothing to call: correct the "
                            "stage file",
                            stage.id, m_function));
        m_arrays = hostArrays(stage, m_instance, m_signature, m_check ? m_check->output : std::string_view());
    }

    HostProgram write() {
        m_program.fileName = m_stage.cpu ? "main.cpp" : "main.cu";
        m_program.name = m_function;
        m_program.kernelFile = m_stage.sourceFileName();
        if (m_stage.source.text().find("cublas") != std::string::npos && m_stage.library)
            m_program.libraries = "-lcublas";
        std::string body;
        std::swap(m_program.text, body);
        writeBody();
        std::swap(m_program.text, body);
        writeHead(body);
        const int before = static_cast<int>(std::count(m_program.text.begin(), m_program.text.end(), '\n'));
        for (HostPart& part : m_program.parts)
            part.line += before;
        m_program.text += body;
        return m_program;
    }

private:
    static std::string functionOf(const Stage& stage) {
        std::string name = stage.kernel    ? stage.kernel->name
                           : stage.library ? stage.library->function
                                           : stage.cpu->function;
        return name.substr(0, name.find('<'));
    }
    bool onGpu() const { return !m_stage.cpu; }
    template<class... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        m_program.text += fmt::format(format, std::forward<Values>(values)...);
    }
    void part(const std::string& title, std::string_view more = {}) {
        const auto lines = std::count(m_program.text.begin(), m_program.text.end(), '\n');
        m_program.parts.push_back(
            {fmt::format("{}. {}", m_program.parts.size() + 1, title), static_cast<int>(lines) + 2});
        put("\n    // {}{}\n", m_program.parts.back().title, more);
    }

    void writeHead(const std::string& body) {
        const std::string variant = m_instance.parameters.empty() ? "" : variantText(m_instance.parameters) + ", ";
        put("// {} ({}): the host's side, for {}size {}.\n// Written by Warplens from the stage's description.\n",
            m_stage.title, m_stage.id, variant, sizeText(m_instance.size));
        if (onGpu())
            put("#include <cuda_runtime.h>\n\n");
        put("#include <algorithm>\n#include <chrono>\n#include <cmath>\n#include <cstdint>\n#include <cstdio>\n"
            "#include <cstdlib>\n#include <vector>\n\n");
        for (const ParameterValue& parameter : m_instance.parameters)
            if (inPragma(parameter.name)) // nvcc expands no macros there
                put("constexpr int {} = {};\n", parameter.name, parameter.value);
            else
                put("#define {} {}\n", parameter.name, parameter.value);
        put("#include \"{}\"\n\n", m_program.kernelFile);
        if (onGpu())
            put("// Any call can fail, and tells of what failed before it, too.\n"
                "static void check_cuda(cudaError_t error, const char* call, int line)\n{{\n"
                "    if (error == cudaSuccess)\n        return;\n"
                "    std::fprintf(stderr, \"line %d: %s: %s\\n\", line, call, cudaGetErrorString(error));\n"
                "    std::exit(1);\n}}\n#define CHECK(call) check_cuda(call, #call, __LINE__)\n\n");
        put("static double milliseconds_since(std::chrono::steady_clock::time_point begin)\n{{\n"
            "    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - "
            "begin).count();\n}}\n\n");
        if (body.find("random_bits(") != std::string::npos)
            put("// Bits that depend on the seed and the index alone: the finaliser of splitmix64.\n"
                "static std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index)\n{{\n"
                "    std::uint64_t z = seed * 0x9E3779B97F4A7C15u + index;\n"
                "    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;\n    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;\n"
                "    return z ^ (z >> 31);\n}}\n\n");
        if (body.find("ceil_div(") != std::string::npos)
            put("static constexpr long long ceil_div(long long a, long long b) {{ return (a + b - 1) / b; }}\n");
        if (body.find("round_up(") != std::string::npos)
            put("static constexpr long long round_up(long long a, long long b) {{ return (a + b - 1) / b * b; }}\n");
        put("\nint main()\n{{\n");
        writeSize(body);
    }

    bool inPragma(std::string_view name) const {
        const Tokens& tokens = m_stage.source.tokens();
        return std::any_of(tokens.directives().begin(), tokens.directives().end(), [&](const Directive& directive) {
            return directive.name == "pragma" &&
                   std::any_of(directive.tokens.begin(), directive.tokens.end(),
                               [&](const Token& token) { return tokens.text(token) == name; });
        });
    }

    /// Only what the program mentions.
    void writeSize(const std::string& body) {
        const Tokens tokens(body);
        std::string names;
        for (const auto& [name, value] :
             {std::pair{"M", m_instance.size.m}, {"N", m_instance.size.n}, {"K", m_instance.size.k}})
            if (tokens.mention(name))
                names += fmt::format("{}{} = {}", names.empty() ? "" : ", ", name, value);
        if (!names.empty())
            put("    constexpr long long {};\n", names);
    }

    void writeBody() {
        part("The host's data");
        for (const HostArray& array : m_arrays)
            m_program.text += makingText(array);
        if (onGpu())
            writeGpu();
        else
            writeCpu();
        writeComparison();
        if (onGpu()) {
            part("Free what was allocated");
            if (!m_instance.window.empty())
                put("    CHECK(cudaStreamDestroy(stream));\n"
                    "    CHECK(cudaCtxResetPersistingL2Cache()); // what it kept is as any other line again\n");
            for (const HostArray& array : m_arrays)
                put("    CHECK(cudaFree({}));\n", array.device());
            if (!handle().empty())
                put("    cublasDestroy(handle);\n");
        }
        put("    return {};\n}}\n", m_check ? "wrong == 0 ? 0 : 1" : "0");
    }

    void writeGpu() {
        part("Memory on the GPU");
        put("    CHECK(cudaFree(0)); // the first call of all makes the context, which takes its time\n"
            "    auto begin = std::chrono::steady_clock::now();\n");
        if (!handle().empty())
            put("    cublasHandle_t handle;\n    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)\n        return "
                "1;\n");
        for (const HostArray& array : m_arrays)
            writeAllocation(array);
        writePitchChecks();
        put("    const double allocation = milliseconds_since(begin);\n");
        part("Copies to the GPU");
        put("    begin = std::chrono::steady_clock::now();\n");
        for (const HostArray& array : m_arrays)
            writeCopyIn(array);
        put("    CHECK(cudaDeviceSynchronize());\n    const double copies_in = milliseconds_since(begin);\n");
        writeWindow();
        writeLaunch();
        part("The copy back");
        put("    begin = std::chrono::steady_clock::now();\n");
        for (const HostArray& array : m_arrays)
            if (array.result)
                writeCopyOut(array);
        put("    const double copies_out = milliseconds_since(begin);\n");
        writeSecondLaunch();
    }

    /// What keeps an array in L2, for the stream of the launches.
    void writeWindow() {
        if (m_instance.window.empty())
            return;
        const auto array = std::find_if(m_arrays.begin(), m_arrays.end(),
                                        [&](const HostArray& each) { return each.name() == m_instance.window; });
        part("A window of L2 that persists", ": compute capability 8.0 and later");
        put("    cudaDeviceProp device;\n    CHECK(cudaGetDeviceProperties(&device, 0));\n"
            "    if (device.persistingL2CacheMaxSize == 0) {{\n"
            "        std::fprintf(stderr, \"%s sets no L2 aside\\n\", device.name);\n        return 1;\n    }}\n"
            "    const size_t aside = device.persistingL2CacheMaxSize;\n"
            "    CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside));\n"
            "    cudaStream_t stream; // whose launches the window is for\n    CHECK(cudaStreamCreate(&stream));\n"
            "    cudaStreamAttrValue window = {{}};\n"
            "    window.accessPolicyWindow.base_ptr = {0};\n"
            "    window.accessPolicyWindow.num_bytes =\n"
            "        std::min<size_t>({1} * sizeof({2}), device.accessPolicyMaxWindowSize);\n"
            "    // Of what is larger than what is set aside, only so much that it fits: else it would push itself "
            "out.\n"
            "    window.accessPolicyWindow.hitRatio = std::min(1.0f, (float)aside / "
            "window.accessPolicyWindow.num_bytes);\n"
            "    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;\n"
            "    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;\n"
            "    CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));\n",
            array->device(), factored(array->room), array->element);
    }

    void writeAllocation(const HostArray& array) {
        put("    {}* {} = nullptr;\n", array.deviceElement, array.device());
        if (!array.pitch.empty())
            put("    size_t {0} = 0; // bytes from one row to the next: the runtime chooses\n"
                "    CHECK(cudaMallocPitch((void**)&{1}, &{0}, {2} * sizeof({3}), {4}));\n",
                array.pitch, array.device(), factor(array.width), array.element, array.height);
        else
            put("    CHECK(cudaMalloc((void**)&{}, {} * sizeof({})));\n", array.device(), factored(array.room),
                array.element);
    }

    /// Several matrices may share the argument that says how far rows are apart.
    void writePitchChecks() {
        for (const HostArray& array : m_arrays)
            for (const HostArray& other : m_arrays)
                if (!array.pitch.empty() && !other.pitch.empty() && &other > &array && other.width == array.width &&
                    !isPitchOfOwn(other))
                    put("    if ({0} != {1}) // the kernel takes one pitch for both\n        return 1;\n", array.pitch,
                        other.pitch);
    }
    bool isPitchOfOwn(const HostArray& array) const {
        return std::any_of(m_stage.arguments.begin(), m_stage.arguments.end(),
                           [&](const Argument& scalar) { return scalar.pitchOf == array.name(); });
    }

    static std::string factored(const std::string& text) {
        return text.find_first_of("?+-") < text.size() ? "(" + text + ")" : text;
    }
    /// Bytes from row to row on the GPU.
    static std::string pitchBytes(const HostArray& array) {
        return array.pitch.empty() ? fmt::format("{} * sizeof({})", factor(array.width), array.element) : array.pitch;
    }

    void writeCopyIn(const HostArray& array) {
        if (array.argument->role == Role::Out)
            return;
        if (array.fill.kind == FillKind::Zeros) {
            put("    CHECK(cudaMemset({}, 0, {} * sizeof({})));\n", array.device(), factored(array.room),
                array.element);
            return;
        }
        if (array.padded && !array.argument->poisonedPadding)
            put("    CHECK(cudaMemset({}, 0, {} * {})); // what is added to the matrix is 0\n", array.device(),
                pitchBytes(array), factor(array.height));
        if (array.padded)
            put("    CHECK(cudaMemcpy2D({0}, {1}, {2}.data(), {3} * sizeof({4}), {3} * sizeof({4}), {5},\n"
                "                       cudaMemcpyHostToDevice));\n",
                array.device(), pitchBytes(array), array.source(), factor(array.columns), array.element, array.rows);
        else
            put("    CHECK(cudaMemcpy({}, {}.data(), {} * sizeof({}), cudaMemcpyHostToDevice));\n", array.device(),
                array.source(), factored(array.count), array.element);
    }

    void writeCopyOut(const HostArray& array) {
        if (array.padded)
            put("    CHECK(cudaMemcpy2D({0}.data(), {3} * sizeof({4}), {1}, {2}, {3} * sizeof({4}), {5},\n"
                "                       cudaMemcpyDeviceToHost));\n",
                array.name(), array.device(), pitchBytes(array), factor(array.columns), array.element, array.rows);
        else
            put("    CHECK(cudaMemcpy({}.data(), {}, {} * sizeof({}), cudaMemcpyDeviceToHost));\n", array.name(),
                array.device(), factored(array.count), array.element);
    }

    /// What the function takes, in its order, in lines behind `before` that are not too long to be read.
    std::string argumentList(std::size_t before) const {
        constexpr std::size_t longest = 96;
        std::string list;
        for (const HostParameter& parameter : m_signature.parameters) {
            const std::string each = passed(parameter);
            if (!list.empty()) {
                const bool full = before + each.size() + 3 > longest;
                list += full ? ",\n        " : ", ";
                before = full ? 8 : before + 2;
            }
            list += each;
            before += each.size();
        }
        return list;
    }

    std::string passed(const HostParameter& parameter) const {
        if (parameter.type == "cublasHandle_t")
            return parameter.name;
        if (parameter.type == "cudaStream_t")
            return "0";
        for (const Argument& argument : m_stage.arguments) {
            if (argument.name != parameter.name)
                continue;
            if (argument.isArray)
                return onGpu() ? "d_" + argument.name : argument.name + ".data()";
            for (const HostArray& array : m_arrays)
                if (argument.pitchOf == array.name() && !array.pitch.empty())
                    return fmt::format("({})({} / sizeof({}))", parameter.type, array.pitch, array.element);
            return fmt::format("({}){}", parameter.type, factor(argument.value));
        }
        throw HostError(fmt::format("{}: the stage file has no argument '{}', which {} takes: add it", m_stage.id,
                                    parameter.name, m_function));
    }

    std::string handle() const {
        for (const HostParameter& parameter : m_signature.parameters)
            if (parameter.type == "cublasHandle_t")
                return parameter.name;
        return {};
    }

    static std::string joined(const std::vector<std::string>& expressions) {
        return fmt::format("{}", fmt::join(expressions, ", "));
    }

    std::string call() const {
        if (m_stage.library) {
            const bool cublas = m_signature.result == "cublasStatus_t";
            const std::string list = argumentList(m_function.size() + 12);
            return cublas
                       ? fmt::format("    if ({}({}) != CUBLAS_STATUS_SUCCESS)\n        return 1;\n", m_function, list)
                       : fmt::format("    CHECK({}({}));\n", m_function, list);
        }
        const bool hasShared = !m_stage.kernel->sharedBytes.empty();
        const std::string shared = !m_instance.window.empty() ? hasShared ? ", shared_bytes, stream" : ", 0, stream"
                                   : hasShared                ? ", shared_bytes"
                                                              : "";
        return fmt::format(
            "    {}<<<grid, block{}>>>({});\n    CHECK(cudaGetLastError()); // whether it was launched\n",
            m_stage.kernel->name, shared, argumentList(m_stage.kernel->name.size() + shared.size() + 23));
    }

    void writeLaunch() {
        part(m_stage.library ? "The call of the library" : "The launch");
        if (m_stage.kernel) {
            put("    const dim3 grid({}); // blocks: {} x {} x {}\n", joined(m_stage.kernel->grid), m_instance.grid[0],
                m_instance.grid[1], m_instance.grid[2]);
            put("    const dim3 block({}); // threads of each: {} x {} x {}\n", joined(m_stage.kernel->block),
                m_instance.block[0], m_instance.block[1], m_instance.block[2]);
            if (!m_stage.kernel->sharedBytes.empty())
                put("    const size_t shared_bytes = {}; // of each block: {}\n", m_stage.kernel->sharedBytes,
                    m_instance.dynamicSharedBytes);
            if (m_instance.dynamicSharedBytes > sharedWithoutAsking)
                put("    CHECK(cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize,\n"
                    "                               (int)shared_bytes)); // more than 48 KiB has to be asked for\n",
                    m_stage.kernel->name);
        }
        put("    begin = std::chrono::steady_clock::now();\n{}"
            "    CHECK(cudaDeviceSynchronize()); // the host does not wait by itself; faults of the kernel are told "
            "here\n"
            "    const double first_launch = milliseconds_since(begin);\n",
            call());
    }

    void writeSecondLaunch() {
        part("Once more, for the time alone", ": the first call had to load the code");
        put("    cudaEvent_t from, to;\n    CHECK(cudaEventCreate(&from));\n    CHECK(cudaEventCreate(&to));\n"
            "    CHECK(cudaEventRecord(from{1}));\n{0}"
            "    CHECK(cudaEventRecord(to{1}));\n    CHECK(cudaEventSynchronize(to));\n    float later = 0;\n"
            "    CHECK(cudaEventElapsedTime(&later, from, to));\n    CHECK(cudaEventDestroy(from));\n"
            "    CHECK(cudaEventDestroy(to));\n",
            call(), m_instance.window.empty() ? "" : ", stream");
        put("    std::printf(\"allocation %.3f ms, copies to the GPU %.3f ms, first launch %.3f ms, copy back %.3f ms: "
            "in all \"\n"
            "                \"%.3f ms\\nlaunched again: %.3f ms\\n\",\n"
            "                allocation, copies_in, first_launch, copies_out,\n"
            "                allocation + copies_in + first_launch + copies_out, later);\n");
    }

    void writeCpu() {
        part("The call");
        put("    const auto begin = std::chrono::steady_clock::now();\n    {}({});\n"
            "    std::printf(\"%.3f ms\\n\", milliseconds_since(begin));\n",
            m_function, argumentList(m_function.size() + 5));
    }

    void writeComparison() {
        if (!m_check)
            return;
        part("Comparison with the CPU: ", m_check->says);
        m_program.parts.back().title = fmt::format("{}. Comparison with the CPU", m_program.parts.size());
        put("    long long compared = 0, wrong = 0;\n    double largest = 0;\n{}",
            checkText(*m_check, m_stage.rounding ? m_stage.rounding->error : 0.0));
        put("    std::printf(\"%s: %lld compared, %lld of them wrong, largest relative error %.2g\\n\",\n"
            "                wrong == 0 ? \"right\" : \"WRONG\", compared, wrong, largest);\n");
    }

    const Stage& m_stage;
    StageInstance m_instance;
    std::string m_function;
    HostSignature m_signature;
    const HostCheck* m_check;
    std::vector<HostArray> m_arrays;
    HostProgram m_program;
};

} // namespace

HostProgram hostProgram(const Stage& stage, const ParameterValues& chosen, const Size& size) {
    return ProgramWriter(stage, chosen, size).write();
}

} // namespace warplens::kernels
