// SPDX-License-Identifier: GPL-3.0-or-later
// warplens-ship: a tool for developers that makes resources/ptx anew, for every stage with a kernel and every
// combination of its parameters. Run it after a change to a stage, and commit what it writes. What no longer belongs
// there is removed.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/compiler/nvrtc.h"
#include "kernels/images/compile_stage.h"
#include "kernels/images/shipped.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace warplens::kernels;

void write(const fs::path& file, const std::string& content) {
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << content;
    out.close();
    if (!out)
        throw std::runtime_error(fmt::format("cannot write {}", file.string()));
}

void rejectMachinePaths(const std::string& ptx, const std::string& what) {
    for (std::size_t at = ptx.find(".file"); at != std::string::npos; at = ptx.find(".file", at + 1)) {
        const std::string line = ptx.substr(at, ptx.find('\n', at) - at);
        if (line.find('/') != std::string::npos)
            throw std::runtime_error(
                fmt::format("{}: the path of a file on this machine is in the PTX: {}", what, line));
    }
}

/// Writes the files of one stage and returns them.
std::set<fs::path> shipStage(const Compiler& compiler, const Stage& stage, const fs::path& root) {
    const fs::path folder = shippedFolder(root, stage);
    std::set<fs::path> files{folder / "source.hash"};
    write(folder / "source.hash", shippedSourceHash(stage) + "\n");
    for (const ParameterValues& parameters : allVariants(stage)) {
        const std::string variant = variantText(macrosOf(stage, parameters));
        if (files.count(folder / (variant + ".ptx")) != 0)
            continue;
        const CompileResult result = compiler.compile(stageRequest(stage, parameters, shippedArchitecture));
        if (!result.ok)
            throw std::runtime_error(fmt::format("{} ({}): {}", stage.id, variant, firstError(result)));
        rejectMachinePaths(result.ptx, stage.id);
        write(folder / (variant + ".ptx"), result.ptx);
        write(folder / (variant + ".cubin"), result.cubin);
        files.insert(folder / (variant + ".ptx"));
        files.insert(folder / (variant + ".cubin"));
        fmt::print("{} {}\n", stage.id, variant);
    }
    return files;
}

void removeOthers(const fs::path& root, const std::set<fs::path>& wanted) {
    std::vector<fs::path> files, folders;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root))
        (entry.is_directory() ? folders : files).push_back(entry.path());
    for (const fs::path& file : files) {
        if (wanted.count(file) == 0) {
            fmt::print("removing {}\n", file.string());
            fs::remove(file);
        }
    }
    for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
        if (fs::is_empty(*folder))
            fs::remove(*folder);
}

void ship(const fs::path& stages, const fs::path& root) {
    const Compiler::Search search = Compiler::find();
    if (!search.compiler)
        throw std::runtime_error(search.reason);
    const Catalogue catalogue = loadCatalogue(stages);
    for (const Problem& problem : catalogue.problems)
        fmt::print(stderr, "{}\n", problemText(problem));
    if (!catalogue.problems.empty())
        throw std::runtime_error("the stage files have mistakes: nothing was written");
    std::set<fs::path> wanted;
    for (const Stage& stage : catalogue.stages)
        if (stage.kernel)
            wanted.merge(shipStage(*search.compiler, stage, root));
    if (fs::exists(root))
        removeOthers(root, wanted);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 1 && argc != 3) {
        fmt::print(stderr, "usage: warplens-ship [STAGES_DIR PTX_DIR]\n");
        return 2;
    }
    try {
        ship(argc == 3 ? fs::path(argv[1]) : stagesDir(), argc == 3 ? fs::path(argv[2]) : resourcesDir() / "ptx");
    } catch (const std::exception& error) {
        fmt::print(stderr, "warplens-ship: {}\n", error.what());
        return 1;
    }
    return 0;
}
