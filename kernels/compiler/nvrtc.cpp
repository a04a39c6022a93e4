// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/nvrtc.h"

#include "kernels/compiler/device_part.h"
#include "kernels/compiler/toolkit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

// From NVRTC's documentation. Results are ints here: 0 is success.
using Program = struct OpaqueProgram*;
using GetSize = int(Program, std::size_t*);
using GetText = int(Program, char*);

struct Functions {
    int (*version)(int*, int*) = nullptr;
    const char* (*errorString)(int) = nullptr;
    int (*createProgram)(Program*, const char* source, const char* name, int headers, const char* const* headerTexts,
                         const char* const* headerNames) = nullptr;
    int (*destroyProgram)(Program*) = nullptr;
    int (*addNameExpression)(Program, const char*) = nullptr;
    int (*compileProgram)(Program, int count, const char* const* options) = nullptr;
    int (*loweredName)(Program, const char* expression, const char** name) = nullptr;
    GetSize* logSize = nullptr;
    GetText* log = nullptr;
    GetSize* ptxSize = nullptr;
    GetText* ptx = nullptr;
    GetSize* cubinSize = nullptr;
    GetText* cubin = nullptr;
};

template<typename Function>
bool bind(const DynamicLibrary& library, Function*& function, const char* name) {
    function = library.function<Function>(name);
    return function != nullptr;
}

bool bindAll(const DynamicLibrary& library, Functions& f) {
    return bind(library, f.version, "nvrtcVersion") && bind(library, f.errorString, "nvrtcGetErrorString") &&
           bind(library, f.createProgram, "nvrtcCreateProgram") &&
           bind(library, f.destroyProgram, "nvrtcDestroyProgram") &&
           bind(library, f.addNameExpression, "nvrtcAddNameExpression") &&
           bind(library, f.compileProgram, "nvrtcCompileProgram") &&
           bind(library, f.loweredName, "nvrtcGetLoweredName") && bind(library, f.logSize, "nvrtcGetProgramLogSize") &&
           bind(library, f.log, "nvrtcGetProgramLog") && bind(library, f.ptxSize, "nvrtcGetPTXSize") &&
           bind(library, f.ptx, "nvrtcGetPTX") && bind(library, f.cubinSize, "nvrtcGetCUBINSize") &&
           bind(library, f.cubin, "nvrtcGetCUBIN");
}

/// extern "C"__global__: nvcc reads it as people mean it, NVRTC as a literal with a suffix. A space comes between.
std::string withSpacedLinkage(std::string text) {
    constexpr std::string_view linkage = "\"C\"";
    for (std::size_t at = text.find(linkage); at != std::string::npos; at = text.find(linkage, at + 1)) {
        const std::size_t before = text.find_last_not_of(" \t\r\n", at == 0 ? 0 : at - 1), behind = at + linkage.size();
        if (before == std::string::npos || before < 5 || text.compare(before - 5, 6, "extern") != 0 ||
            behind == text.size())
            continue;
        if (std::isalpha(static_cast<unsigned char>(text[behind])) != 0 || text[behind] == '_')
            text.insert(behind, " ");
    }
    return text;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

struct Compiler::State {
    DynamicLibrary library;
    Functions functions;
    int major = 0;
    int minor = 0;
    std::vector<std::string> includeOptions; ///< the toolkit's headers
    std::vector<fs::path> includeDirs;       ///< the same folders
    std::mutex mutex;                        ///< NVRTC does not promise to be safe for threads

    explicit State(DynamicLibrary&& opened)
        : library(std::move(opened)) {}

    /// One of NVRTC's texts: first its size, then its bytes.
    std::string text(Program program, GetSize* size, GetText* get) const {
        std::size_t bytes = 0;
        if (size(program, &bytes) != 0 || bytes == 0)
            return {};
        std::string result(bytes, '\0');
        if (get(program, result.data()) != 0)
            return {};
        return result;
    }

    using Headers = std::map<std::string, std::string>;
    CompileResult compile(const CompileRequest& request, const std::string& source, const Headers& headers) const;
    CompileResult compileDevicePart(const CompileRequest& request, CompileResult asWritten) const;
};

Compiler::Compiler(std::unique_ptr<State> state)
    : m_state(std::move(state)) {}
Compiler::~Compiler() = default;

Compiler::Search Compiler::find() {
    constexpr std::array names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    std::string reason;
    auto library = openToolkitLibrary(names, reason);
    if (!library)
        return {nullptr, "no CUDA compiler (NVRTC): " + reason};
    auto state = std::make_unique<State>(std::move(*library));
    if (!bindAll(state->library, state->functions) || state->functions.version(&state->major, &state->minor) != 0)
        return {nullptr,
                fmt::format("no CUDA compiler: {} is no NVRTC that this program can use", state->library.path())};
    if (const auto headers = toolkitIncludeDir(state->library.path())) {
        state->includeDirs.push_back(*headers);
        std::error_code error;
        if (fs::is_directory(*headers / "cccl", error)) // from 13.0 on libcu++ and CUB live in a folder of their own
            state->includeDirs.push_back(*headers / "cccl");
        for (const fs::path& folder : state->includeDirs)
            state->includeOptions.push_back("-I" + folder.string());
    }
    return {std::make_shared<const Compiler>(std::move(state)), {}};
}

std::string Compiler::version() const {
    return fmt::format("{}.{}", m_state->major, m_state->minor);
}

std::string Compiler::path() const {
    return m_state->library.path();
}

std::string Compiler::identity() const {
    // The version does not tell patch releases apart; the size of the library does.
    std::error_code error;
    const auto size = fs::file_size(m_state->library.path(), error);
    return fmt::format("nvrtc {} {} {}", version(), error ? 0 : size, fmt::join(m_state->includeOptions, " "));
}

static std::string nameOf(const CompileRequest& request) {
    std::string name = fs::path(request.fileName).filename().string();
    return name.empty() ? "kernel.cu" : name;
}

CompileResult Compiler::State::compile(const CompileRequest& request, const std::string& source,
                                       const Headers& headers) const {
    const Functions& nvrtc = functions;
    const auto start = std::chrono::steady_clock::now();

    CompileResult result;
    result.architecture = request.architecture;
    // NVRTC writes the folder it runs in before a relative name into the line tables. A name from the root keeps the
    // results the same on every machine; the slash is taken off again below.
    const std::string name = nameOf(request);
    const std::string rootedName = "/" + name;

    Program program = nullptr;
    const auto finish = [&](int code) {
        if (program != nullptr) {
            result.log = text(program, nvrtc.logSize, nvrtc.log);
            while (result.log.ends_with('\0') || result.log.ends_with('\n'))
                result.log.pop_back();
            result.log = replaced(std::move(result.log), rootedName, name);
            nvrtc.destroyProgram(&program);
        }
        if (code != 0 && result.log.empty())
            result.log = nvrtc.errorString(code);
        result.ok = code == 0;
        result.diagnostics = parseDiagnostics(result.log, source);
        for (Diagnostic& d : result.diagnostics)
            if (d.message.starts_with("cannot determine which instance of function template"))
                d = {{},
                     0,
                     0,
                     Severity::Error,
                     fmt::format("{} is a template: name one of its instances, as in '{}<float>'", request.kernelName,
                                 request.kernelName)};
        result.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return std::move(result);
    };

    std::vector<const char*> headerNames, headerTexts;
    std::vector<std::string> spaced;
    spaced.reserve(headers.size());
    for (const auto& [header, contents] : headers) {
        headerNames.push_back(header.c_str());
        headerTexts.push_back(spaced.emplace_back(withSpacedLinkage(contents)).c_str());
    }
    const std::string spacedSource = withSpacedLinkage(source);
    int code = nvrtc.createProgram(&program, spacedSource.c_str(), rootedName.c_str(),
                                   static_cast<int>(headerNames.size()), headerTexts.data(), headerNames.data());
    if (code != 0)
        return finish(code);
    if (!request.kernelName.empty()) {
        code = nvrtc.addNameExpression(program, request.kernelName.c_str());
        if (code != 0)
            return finish(code);
    }

    std::string architecture = request.architecture;
    std::erase(architecture, '.');
    std::vector<std::string> options{"-arch=sm_" + architecture, "-lineinfo", "-std=c++17", "-default-device"};
    if (headers.contains(DevicePart::prelude))
        options.push_back(fmt::format("--pre-include={}", DevicePart::prelude));
    for (const Define& define : request.defines)
        options.push_back(fmt::format("-D{}={}", define.name, define.value));
    for (const std::string& folder : request.includeDirs)
        options.push_back("-I" + folder);
    options.insert(options.end(), includeOptions.begin(), includeOptions.end());
    options.insert(options.end(), request.options.begin(), request.options.end());
    std::vector<const char*> pointers;
    for (const std::string& option : options)
        pointers.push_back(option.c_str());

    code = nvrtc.compileProgram(program, static_cast<int>(pointers.size()), pointers.data());
    if (code != 0)
        return finish(code);
    result.ptx = text(program, nvrtc.ptxSize, nvrtc.ptx);
    while (result.ptx.ends_with('\0'))
        result.ptx.pop_back();
    result.ptx = replaced(std::move(result.ptx), "\"" + rootedName + "\"", "\"" + name + "\"");
    result.cubin = text(program, nvrtc.cubinSize, nvrtc.cubin);

    const char* lowered = nullptr;
    if (!request.kernelName.empty() && nvrtc.loweredName(program, request.kernelName.c_str(), &lowered) == 0)
        result.kernelName = lowered;
    else if (const auto entries = entryNames(result.ptx); entries.size() == 1)
        result.kernelName = entries.front();
    return finish(code);
}

CompileResult Compiler::State::compileDevicePart(const CompileRequest& request, CompileResult asWritten) const {
    constexpr int mostRounds = 12;
    std::vector<fs::path> folders(request.includeDirs.begin(), request.includeDirs.end());
    DevicePart part(request.source, nameOf(request), folders, includeDirs);
    std::string kernel = request.kernelName.substr(0, request.kernelName.find('<'));
    kernel.erase(0, kernel.rfind(':') + 1);
    CompileResult result;
    std::optional<CompileResult> ofTheKernel; // when nothing but the GPU's code is left to be wrong
    for (int round = 0; round < mostRounds && part.hasKernel(); ++round) {
        result = compile(request, part.source(), part.headers());
        if (result.ok)
            break;
        if (!ofTheKernel && part.onlyDeviceErrors(result.diagnostics))
            ofTheKernel = result;
        if (!part.takeOut(result.diagnostics, kernel))
            break;
    }
    if (result.ok)
        for (const std::string& header : part.missing())
            result.diagnostics.push_back(
                {nameOf(request), 0, 0, Severity::Warning, header + " was not found and is taken as empty"});
    if (!result.ok) {
        // The user's mistake is told as the user's text has it, unless what hides it there is the host's part.
        const auto first = std::find_if(asWritten.diagnostics.begin(), asWritten.diagnostics.end(),
                                        [](const Diagnostic& d) { return d.severity == Severity::Error; });
        const bool ofHost =
            first != asWritten.diagnostics.end() && (first->message.starts_with("cannot open source file") ||
                                                     first->file != nameOf(request) || part.wasHost(first->line));
        if (!ofTheKernel || !ofHost)
            return asWritten;
        result = std::move(*ofTheKernel);
        if (!part.missing().empty())
            for (Diagnostic& d : result.diagnostics)
                if (d.severity == Severity::Error) {
                    d.message += fmt::format(" (not found: {})", fmt::join(part.missing(), ", "));
                    break;
                }
    }
    return result;
}

CompileResult Compiler::compile(const CompileRequest& wanted) const {
    const std::lock_guard lock(m_state->mutex);
    const auto start = std::chrono::steady_clock::now();
    CompileRequest request = wanted;
    // People name a kernel as it stands in the text; the compiler wants its namespace, too.
    if (request.kernelName.find("::") == std::string::npos &&
        request.source.text().find("namespace") != std::string::npos && !request.kernelName.empty())
        request.kernelName.insert(0, Declarations(request.source, deviceMarks({request.source}))
                                         .namespacesOf(request.kernelName.substr(0, request.kernelName.find('<'))));
    CompileResult result = m_state->compile(request, request.source, {});
    if (!result.ok)
        result = m_state->compileDevicePart(request, std::move(result));
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace warplens::kernels
