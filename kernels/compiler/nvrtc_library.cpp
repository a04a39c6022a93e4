// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/nvrtc_library.h"

#include <utility>

namespace warplens::kernels {
namespace {

// From NVRTC's documentation. Results are ints here: 0 is success.
using Program = struct OpaqueProgram*;
using GetSize = int(Program, std::size_t*);
using GetText = int(Program, char*);

template<typename Function>
bool bind(const DynamicLibrary& library, Function*& function, const char* name) {
    function = library.function<Function>(name);
    return function != nullptr;
}

/// One of NVRTC's texts: first its size, then its bytes.
std::string textOf(Program program, GetSize* size, GetText* get) {
    std::size_t bytes = 0;
    if (size(program, &bytes) != 0 || bytes == 0)
        return {};
    std::string result(bytes, '\0');
    if (get(program, result.data()) != 0)
        return {};
    return result;
}

} // namespace

struct NvrtcLibrary::Functions {
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

    bool bindAll(const DynamicLibrary& library) {
        return bind(library, version, "nvrtcVersion") && bind(library, errorString, "nvrtcGetErrorString") &&
               bind(library, createProgram, "nvrtcCreateProgram") &&
               bind(library, destroyProgram, "nvrtcDestroyProgram") &&
               bind(library, addNameExpression, "nvrtcAddNameExpression") &&
               bind(library, compileProgram, "nvrtcCompileProgram") &&
               bind(library, loweredName, "nvrtcGetLoweredName") && bind(library, logSize, "nvrtcGetProgramLogSize") &&
               bind(library, log, "nvrtcGetProgramLog") && bind(library, ptxSize, "nvrtcGetPTXSize") &&
               bind(library, ptx, "nvrtcGetPTX") && bind(library, cubinSize, "nvrtcGetCUBINSize") &&
               bind(library, cubin, "nvrtcGetCUBIN");
    }

    int compile(Program& program, const NvrtcJob& job, NvrtcAnswer& answer) const {
        std::vector<const char*> names, texts, options;
        for (const auto& [name, text] : job.headers) {
            names.push_back(name.c_str());
            texts.push_back(text.c_str());
        }
        for (const std::string& option : job.options)
            options.push_back(option.c_str());
        if (const int code = createProgram(&program, job.source.c_str(), job.name.c_str(),
                                           static_cast<int>(names.size()), texts.data(), names.data()))
            return code;
        const bool named = !job.nameExpression.empty();
        if (named)
            if (const int code = addNameExpression(program, job.nameExpression.c_str()))
                return code;
        if (const int code = compileProgram(program, static_cast<int>(options.size()), options.data()))
            return code;
        answer.ptx = textOf(program, ptxSize, ptx);
        while (answer.ptx.ends_with('\0'))
            answer.ptx.pop_back();
        answer.cubin = textOf(program, cubinSize, cubin);
        const char* lowered = nullptr;
        if (named && loweredName(program, job.nameExpression.c_str(), &lowered) == 0)
            answer.loweredName = lowered;
        return 0;
    }
};

NvrtcLibrary::NvrtcLibrary(DynamicLibrary library, std::unique_ptr<Functions> functions)
    : m_library(std::move(library))
    , m_functions(std::move(functions)) {}
NvrtcLibrary::NvrtcLibrary(NvrtcLibrary&&) noexcept = default;
NvrtcLibrary::~NvrtcLibrary() = default;

std::optional<NvrtcLibrary> NvrtcLibrary::of(DynamicLibrary library) {
    auto functions = std::make_unique<Functions>();
    if (!functions->bindAll(library))
        return std::nullopt;
    NvrtcLibrary made(std::move(library), std::move(functions));
    if (made.m_functions->version(&made.m_major, &made.m_minor) != 0)
        return std::nullopt;
    return made;
}

NvrtcAnswer NvrtcLibrary::run(const NvrtcJob& job) const {
    NvrtcAnswer answer;
    Program program = nullptr;
    answer.code = m_functions->compile(program, job, answer);
    if (program != nullptr) {
        answer.log = textOf(program, m_functions->logSize, m_functions->log);
        while (answer.log.ends_with('\0') || answer.log.ends_with('\n'))
            answer.log.pop_back();
        m_functions->destroyProgram(&program);
    }
    if (answer.code != 0 && answer.log.empty())
        answer.log = m_functions->errorString(answer.code);
    return answer;
}

} // namespace warplens::kernels
