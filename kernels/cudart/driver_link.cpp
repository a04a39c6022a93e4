// SPDX-License-Identifier: GPL-3.0-or-later
// Links while a program runs: of PTX, from which kernels are emulated. The texts follow one another, as those of the files
// of a program do.
#include "kernels/cudart/driver.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

using namespace warplens;
using namespace warplens::cudart;

namespace {

struct Link {
    std::string ptx;
    std::vector<std::pair<CUjit_option, void**>> options; ///< where the program wants an answer
};

runtime::Handles<Link>& links() {
    static auto* const all = new runtime::Handles<Link>;
    return *all;
}

std::shared_ptr<Link> linkOf(CUlinkState handle) {
    if (auto found = links().find(handle))
        return found;
    throw Failure(Error::InvalidResourceHandle,
                  fmt::format("{} is no link, or one that was destroyed", fmt::ptr(handle)));
}

/// The buffers of logs are empty texts, and no time was spent: nothing is compiled.
void answer(const Link& link) {
    for (const auto& [option, value] : link.options)
        switch (option) {
        case CU_JIT_INFO_LOG_BUFFER:
        case CU_JIT_ERROR_LOG_BUFFER:
            if (*value != nullptr)
                *static_cast<char*>(*value) = '\0';
            break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        case CU_JIT_WALL_TIME:
            *value = nullptr; // the number 0, as this API has it
            break;
        default:
            break;
        }
}

void add(CUlinkState handle, CUjitInputType type, std::string text, Device& device) {
    const auto link = linkOf(handle);
    if (type != CU_JIT_INPUT_PTX)
        throw Failure(Error::NotSupported,
                      fmt::format("Warplens links PTX only, and input of type {} was added: kernels "
                                  "are emulated from their PTX",
                                  static_cast<int>(type)));
    while (text.ends_with('\0'))
        text.pop_back();
    (void)runtime::Module(text).code(device.architecture().number); // what is wrong with it is told now
    link->ptx += text + "\n";
}

} // namespace

extern "C" {

CUresult warplens_cuLinkCreate_v2(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
    return inContext("cuLinkCreate", [&](Device&) {
        auto link = std::make_shared<Link>();
        for (unsigned i = 0; i < count; ++i)
            link->options.emplace_back(options[i], values + i);
        answer(*link);
        *needed(state, "stateOut") = static_cast<CUlinkState>(links().give(std::move(link)));
    });
}

CUresult warplens_cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t bytes, const char*,
                                   unsigned, CUjit_option*, void**) {
    return inContext("cuLinkAddData", [&](Device& device) {
        add(state, type, {static_cast<const char*>(needed(data, "data")), bytes}, device);
    });
}

CUresult warplens_cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* name, unsigned, CUjit_option*,
                                   void**) {
    return inContext("cuLinkAddFile", [&](Device& device) {
        std::ifstream in(needed(name, "path"), std::ios::binary);
        if (!in)
            throw Failure(Error::FileNotFound, fmt::format("there is no file {}", name));
        add(state, type, {std::istreambuf_iterator<char>(in), {}}, device);
    });
}

CUresult warplens_cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
    return inContext("cuLinkComplete", [&](Device&) {
        const auto link = linkOf(state);
        if (link->ptx.empty())
            throw Failure(Error::InvalidValue, "nothing was added to the link");
        answer(*link);
        *needed(image, "cubinOut") = link->ptx.data();
        if (bytes != nullptr)
            *bytes = link->ptx.size() + 1;
    });
}

CUresult warplens_cuLinkDestroy(CUlinkState state) {
    return inContext("cuLinkDestroy", [&](Device&) {
        (void)linkOf(state);
        links().take(state);
    });
}

} // extern "C"
