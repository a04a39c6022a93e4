// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/nvrtc.h"

#include "kernels/compiler/device_part.h"
#include "kernels/compiler/nvrtc_library.h"
#include "kernels/compiler/nvrtc_process.h"
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
    NvrtcLibrary library;
    std::optional<NvrtcProcess> process;     ///< nothing: this process compiles
    std::vector<std::string> includeOptions; ///< the toolkit's headers
    std::vector<fs::path> includeDirs;       ///< the same folders
    bool brokeDown = false;                  ///< in the last compilation: it has ended in place of answering
    std::mutex mutex;                        ///< NVRTC does not promise to be safe for threads

    explicit State(NvrtcLibrary&& opened)
        : library(std::move(opened)) {
        if (auto helper = NvrtcProcess::helper())
            process.emplace(*std::move(helper), library.path());
    }

    using Headers = std::map<std::string, std::string>;
    CompileResult compile(const CompileRequest& request, const std::string& source, const Headers& headers);
    CompileResult compileDevicePart(const CompileRequest& request, CompileResult asWritten);
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
    const std::string path = library->path();
    auto nvrtc = NvrtcLibrary::of(*std::move(library));
    if (!nvrtc)
        return {nullptr, fmt::format("no CUDA compiler: {} is no NVRTC that this program can use", path)};
    auto state = std::make_unique<State>(*std::move(nvrtc));
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
    return fmt::format("{}.{}", m_state->library.major(), m_state->library.minor());
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

/// As NVRTC writes it into PTX.
static std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name)
        text += static_cast<unsigned char>(c) < 0x80 ? std::string(1, c)
                                                     : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    return text;
}

static bool isStrict(const CompileRequest& request) {
    return std::find(request.options.begin(), request.options.end(), DevicePart::strict) != request.options.end();
}

CompileResult Compiler::State::compile(const CompileRequest& request, const std::string& source,
                                       const Headers& headers) {
    const auto start = std::chrono::steady_clock::now();
    // NVRTC writes the folder it runs in before a relative name into the line tables. A name from the root keeps the
    // results the same on every machine; the slash is taken off again below.
    const std::string name = nameOf(request);
    NvrtcJob job{withSpacedLinkage(source), "/" + name, {}, request.kernelName, {}};
    for (const auto& [header, contents] : headers)
        job.headers.emplace_back(header, withSpacedLinkage(contents));
    std::string architecture = request.architecture;
    std::erase(architecture, '.');
    job.options = {"-arch=sm_" + architecture, "-lineinfo", "-std=c++17", "-default-device"};
    if (headers.contains(DevicePart::prelude))
        job.options.push_back(fmt::format("--pre-include={}", DevicePart::prelude));
    for (const Define& define : request.defines)
        job.options.push_back(fmt::format("-D{}={}", define.name, define.value));
    for (const std::string& folder : request.includeDirs)
        job.options.push_back("-I" + folder);
    job.options.insert(job.options.end(), includeOptions.begin(), includeOptions.end());
    std::copy_if(request.options.begin(), request.options.end(), std::back_inserter(job.options),
                 [](const std::string& option) { return option != DevicePart::strict; });

    NvrtcAnswer answer = process ? process->run(job) : library.run(job);
    CompileResult result;
    result.architecture = request.architecture;
    result.ok = answer.code == 0;
    brokeDown = answer.code == NvrtcAnswer::brokenDown;
    result.log = replaced(std::move(answer.log), job.name, name);
    result.diagnostics = parseDiagnostics(result.log, source);
    for (Diagnostic& d : result.diagnostics)
        if (d.message.starts_with("cannot determine which instance of function template"))
            d = {{},
                 0,
                 0,
                 Severity::Error,
                 fmt::format("{} is a template: name one of its instances, as in '{}<float>'", request.kernelName,
                             request.kernelName)};
    if (result.ok) {
        result.ptx = replaced(std::move(answer.ptx), "\"" + escaped(job.name) + "\"", "\"" + name + "\"");
        result.cubin = std::move(answer.cubin);
        result.kernelName = std::move(answer.loweredName);
        if (result.kernelName.empty())
            if (const auto entries = entryNames(result.ptx); entries.size() == 1)
                result.kernelName = entries.front();
    }
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return result;
}

CompileResult Compiler::State::compileDevicePart(const CompileRequest& request, CompileResult asWritten) {
    constexpr int mostRounds = 12;
    std::vector<fs::path> folders(request.includeDirs.begin(), request.includeDirs.end());
    DevicePart part(request.source, nameOf(request), folders, includeDirs);
    std::string kernel = request.kernelName.substr(0, request.kernelName.find('<'));
    kernel.erase(0, kernel.rfind(':') + 1);
    CompileResult result;
    std::optional<CompileResult> ofTheKernel; // when nothing but the GPU's code is left to be wrong
    for (int round = 0; round < mostRounds && part.hasKernel(); ++round) {
        result = compile(request, part.source(), part.headers());
        if (brokeDown)
            return result;
        if (result.ok)
            break;
        if (!ofTheKernel && part.onlyDeviceErrors(result.diagnostics))
            ofTheKernel = result;
        if (isStrict(request) || !part.takeOut(result.diagnostics, kernel))
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
