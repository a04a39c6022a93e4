// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/nvdisasm.h"

#include "app/engine/kernel_image.h"
#include "app/engine/temporary_folder.h"
#include "kernels/compiler/toolkit.h"
#include "kernels/files/bounded_file.h"
#include "kernels/process/child_process.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <system_error>

namespace warplens::engine {

namespace fs = std::filesystem;
namespace sass = sim::sass;

namespace {

void appendWord(std::string& bytes, uint64_t word) {
    for (unsigned n = 0; n < 8; ++n)
        bytes += static_cast<char>(word >> (8 * n) & 0xff);
}

std::string outputOf(const std::vector<std::string>& command) {
    try {
        const kernels::ProcessResult result = kernels::runProcess(command, "");
        if (result.ending.code != 0)
            throw EngineError(fmt::format("{} {}: {}", command.front(), result.ending.text(), result.errors));
        return result.output;
    } catch (const std::system_error& problem) {
        throw EngineError(fmt::format("{} cannot be started: {}", command.front(), problem.what()));
    }
}

/// The opcodes of "        /*00b0*/              @!P0 BRA 0x830 ;", by their offset.
std::map<size_t, std::string> opcodesOf(const std::string& text) {
    std::map<size_t, std::string> opcodes;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t begin = line.find("/*"), end = line.find("*/");
        if (begin == std::string::npos || end == std::string::npos || line.find_first_not_of(" \t", 0) != begin ||
            line.find(';') == std::string::npos)
            continue;
        std::istringstream words(line.substr(end + 2));
        std::string word;
        words >> word;
        if (word == "{") // two that are issued together, until 7.0
            words >> word;
        if (word.starts_with('@'))
            words >> word;
        if (word.ends_with(';'))
            word.pop_back();
        opcodes[std::stoul(line.substr(begin + 2, end - begin - 2), nullptr, 16)] = word;
    }
    return opcodes;
}

std::string versionOf(const fs::path& nvdisasm) {
    const std::string text = outputOf({nvdisasm.string(), "--version"});
    constexpr std::string_view before = "release ";
    const size_t at = text.find(before);
    return at == std::string::npos ? "" : text.substr(at + before.size(), text.find(',', at) - at - before.size());
}

} // namespace

std::optional<fs::path> findNvdisasm() {
    std::error_code ignored;
    if (const char* named = std::getenv("WARPLENS_NVDISASM"))
        return fs::exists(named, ignored) ? std::optional<fs::path>(named) : std::nullopt;
    if (const auto nvcc = kernels::findNvcc())
        if (const fs::path beside = nvcc->parent_path() / "nvdisasm"; fs::exists(beside, ignored))
            return beside;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const fs::path file = fs::path(folder) / "nvdisasm"; !folder.empty() && fs::exists(file, ignored))
            return file;
    return std::nullopt;
}

OpcodeComparison compareOpcodes(std::span<const sass::Function* const> functions, unsigned architecture,
                                const fs::path& nvdisasm) {
    std::string bytes;
    std::vector<std::pair<const sass::Function*, const sass::Instruction*>> all;
    for (const sass::Function* function : functions)
        for (const sass::Instruction& instruction : function->instructions) {
            appendWord(bytes, instruction.word.low);
            appendWord(bytes, instruction.word.high);
            all.emplace_back(function, &instruction);
        }
    const TemporaryFolder folder("warplens-nvdisasm");
    kernels::writeWhole(folder.file("code"), bytes);
    const std::map<size_t, std::string> theirs =
        opcodesOf(outputOf({nvdisasm.string(), "-b", fmt::format("SM{}", architecture), folder.file("code")}));
    if (theirs.empty())
        throw EngineError(fmt::format("{} reads none of {} instructions", nvdisasm.string(), all.size()));
    OpcodeComparison comparison{versionOf(nvdisasm), functions.size(), all.size(), 0, {}};
    constexpr size_t wordBytes = 16;
    for (size_t n = 0; n < all.size(); ++n) {
        const auto found = theirs.find(n * wordBytes);
        const std::string ours = sass::opcodeText(*all[n].second);
        if (found == theirs.end())
            ++comparison.unknown;
        else if (ours != found->second)
            comparison.different.push_back({all[n].first->name, all[n].second->offset, ours, found->second});
    }
    return comparison;
}

OpcodeComparison compareOpcodes(const std::string& cubin, const fs::path& nvdisasm) {
    const sass::Cubin read = sass::readCubin(std::as_bytes(std::span(cubin.data(), cubin.size())));
    std::vector<const sass::Function*> functions;
    for (const sass::Function& function : read.functions)
        functions.push_back(&function);
    return compareOpcodes(functions, read.architecture, nvdisasm);
}

std::string comparisonText(const OpcodeComparison& comparison) {
    if (comparison.different.empty())
        return fmt::format(
            "every opcode of {} instructions is as nvdisasm {} has it{}", comparison.instructions, comparison.version,
            comparison.unknown == 0 ? "" : fmt::format(", but {} that it does not know", comparison.unknown));
    const OpcodeDifference& first = comparison.different.front();
    return fmt::format(
        "{} of {} opcodes are not as nvdisasm {} has them: at {:#x} of {} it has {}, and this program {}",
        comparison.different.size(), comparison.instructions, comparison.version, first.offset, first.kernel,
        first.theirs, first.ours);
}

} // namespace warplens::engine
