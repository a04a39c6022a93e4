// SPDX-License-Identifier: GPL-3.0-or-later
// NVRTC for a program that is run: the toolkit's own library compiles. Many programs ask it for machine code alone, and
// kernels are emulated from PTX: so whoever gets a cubin leaves its PTX with the runtime, which then finds it.
#include "kernels/compiler/toolkit.h"
#include "kernels/runtime/module.h"
#include "kernels/runtime/platform.h"

#include <dlfcn.h>
#include <nvrtc.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace warplens::nvrtc {
namespace {

/// Where the loader would have looked behind our own folder, and then where toolkits are.
std::vector<std::filesystem::path> folders() {
    Dl_info here{};
    dladdr(reinterpret_cast<const void*>(&folders), &here);
    const std::filesystem::path ours = std::filesystem::path(here.dli_fname ? here.dli_fname : "").parent_path();
    std::vector<std::filesystem::path> list;
    const char* const path = std::getenv("LD_LIBRARY_PATH");
    std::istringstream words(path ? path : "");
    for (std::string word; std::getline(words, word, ':');)
        if (std::error_code error; !word.empty() && !std::filesystem::equivalent(word, ours, error))
            list.emplace_back(word);
    for (const std::filesystem::path& each : kernels::toolkitLibraryDirs())
        list.push_back(each);
    return list;
}

/// The major versions of NVRTC, that of the program first: which of our two libraries has it loaded?
std::array<const char*, 2> names() {
    void* const ofTwelve = dlopen("libnvrtc.so.12", RTLD_LAZY | RTLD_NOLOAD);
    if (ofTwelve == nullptr)
        return {"libnvrtc.so.13", "libnvrtc.so.12"};
    dlclose(ofTwelve);
    return {"libnvrtc.so.12", "libnvrtc.so.13"};
}

/// The toolkit's library; nullptr: there is none, and one sentence has said so.
const kernels::DynamicLibrary* library() {
    static const std::optional<kernels::DynamicLibrary> found = [] {
        // It asks the driver for what is in no header, and does without.
        runtime::Platform::get().session().skipNote("cuGetExportTable: Warplens does not emulate this function");
        std::string reason = "no folder of a CUDA toolkit is known: set $CUDA_HOME";
        for (const char* const name : names())
            for (const std::filesystem::path& folder : folders())
                if (std::error_code error; std::filesystem::exists(folder / name, error))
                    if (auto opened = kernels::openInToolkit(folder / name, reason))
                        return opened;
        runtime::Platform::get().session().note(
            "NVRTC: the toolkit's own library was not found, and it is what compiles: " + reason);
        return std::optional<kernels::DynamicLibrary>();
    }();
    return found ? &*found : nullptr;
}

/// The toolkit's function of that name.
template<class Function>
Function* theirs(const char* name) {
    return library() == nullptr ? nullptr : library()->function<Function>(name);
}

template<class Result>
Result refused() {
    if constexpr (std::is_same_v<Result, nvrtcResult>)
        return NVRTC_ERROR_INTERNAL_ERROR;
    else
        return "NVRTC is not there";
}

template<class Signature>
struct Entry;
template<class Result, class... Parameters>
struct Entry<Result(Parameters...)> {
    template<auto name>
    static Result call(Parameters... parameters) {
        static auto* const function = theirs<Result(Parameters...)>(name());
        return function == nullptr ? refused<Result>() : function(parameters...);
    }
};

/// One of NVRTC's results: its size, then its bytes. Empty: there is none.
template<class Size, class Get>
std::string textOf(nvrtcProgram program, Size* size, Get* get) {
    size_t bytes = 0;
    if (size == nullptr || get == nullptr || size(program, &bytes) != NVRTC_SUCCESS || bytes == 0)
        return {};
    std::string text(bytes, '\0');
    return get(program, text.data()) == NVRTC_SUCCESS ? text : std::string();
}

} // namespace

#define NVRTC(name)                                                                                                    \
    extern "C" {                                                                                                       \
    extern decltype(&::name) const warplens_at_##name;                                                                 \
    decltype(&::name) const warplens_at_##name = &Entry<decltype(::name)>::call<[] { return #name; }>;                 \
    }
#define NVRTC_OURS(name) extern "C" decltype(::name) warplens_##name;
#define NVRTC_MISSING(name)
#define NVRTC_MISSING_BEFORE_13(name)
#include "kernels/nvrtc/nvrtc.def"

} // namespace warplens::nvrtc

using namespace warplens;

extern "C" nvrtcResult warplens_nvrtcGetCUBIN(nvrtcProgram program, char* code) {
    auto* const get = nvrtc::theirs<decltype(nvrtcGetCUBIN)>("nvrtcGetCUBIN");
    if (get == nullptr)
        return NVRTC_ERROR_INTERNAL_ERROR;
    const nvrtcResult result = get(program, code);
    if (result != NVRTC_SUCCESS)
        return result;
    std::string ptx = nvrtc::textOf(program, nvrtc::theirs<decltype(nvrtcGetPTXSize)>("nvrtcGetPTXSize"),
                                    nvrtc::theirs<decltype(nvrtcGetPTX)>("nvrtcGetPTX"));
    while (!ptx.empty() && ptx.back() == '\0')
        ptx.pop_back();
    std::string cubin = nvrtc::textOf(program, nvrtc::theirs<decltype(nvrtcGetCUBINSize)>("nvrtcGetCUBINSize"), get);
    if (!ptx.empty() && !cubin.empty())
        runtime::rememberPtx(std::move(cubin), std::move(ptx));
    return result;
}

extern "C" int warplens_missing_nvrtc(const char* name);

/// What a function of libnvrtc answers that its header does not name.
int warplens_missing_nvrtc(const char* name) {
    runtime::Platform::get().session().note(std::string(name) + ": Warplens does not pass on this function of NVRTC");
    return NVRTC_ERROR_INTERNAL_ERROR;
}
