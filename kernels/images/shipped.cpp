// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/images/shipped.h"

#include "kernels/compiler/hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

std::optional<std::string> readFile(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace

fs::path shippedFolder(const fs::path& root, const Stage& stage) {
    return root / stage.track / stage.sourceFile.stem();
}

std::string shippedSourceHash(const Stage& stage) {
    return "fnv1a-128 " + hashOf(stage.source.text());
}

std::optional<CompileResult> loadShipped(const fs::path& root, const Stage& stage, const ParameterValues& parameters,
                                         std::string& reason) {
    const fs::path folder = shippedFolder(root, stage);
    const std::string variant = variantText(macrosOf(stage, parameters));
    auto ptx = readFile(folder / (variant + ".ptx"));
    auto cubin = readFile(folder / (variant + ".cubin"));
    if (!ptx || !cubin) {
        reason =
            fmt::format("{} with {} is not among the compiled kernels that come with the program", stage.id, variant);
        return std::nullopt;
    }
    std::string hash = readFile(folder / "source.hash").value_or("");
    hash.erase(std::find(hash.begin(), hash.end(), '\n'), hash.end());
    if (hash != shippedSourceHash(stage)) {
        reason = fmt::format("the source of {} is not the one whose compiled form comes with the program", stage.id);
        return std::nullopt;
    }

    CompileResult result;
    result.ok = true;
    result.architecture = shippedArchitecture;
    result.ptx = std::move(*ptx);
    result.cubin = std::move(*cubin);
    const std::vector<std::string> entries = entryNames(result.ptx);
    const std::string wanted = stage.kernel ? stage.kernel->name : std::string();
    if (std::find(entries.begin(), entries.end(), wanted) != entries.end())
        result.kernelName = wanted;
    else if (entries.size() == 1) // a template instance, under its mangled name
        result.kernelName = entries.front();
    return result;
}

} // namespace warplens::kernels
