// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commit.h"

#include "app/cli/verb.h"
#include "kernels/process/child_process.h"

#include <fmt/format.h>

#include <system_error>

namespace warplens::cli {
namespace {

namespace fs = std::filesystem;

/// What a program says, without the end of the last line. Throws UsageError with the sentence where it fails.
std::string said(const std::vector<std::string>& command, const std::string& sentence) {
    try {
        const kernels::ProcessResult result = kernels::runProcess(command, {});
        if (result.ending.code != 0 || result.ending.signal != 0)
            throw UsageError(sentence);
        return result.output.substr(0, result.output.find_last_not_of('\n') + 1);
    } catch (const std::system_error& error) {
        throw UsageError(fmt::format("--since needs {}: {}", command.front(), error.what()));
    }
}

} // namespace

Commit::Commit(const fs::path& folder, const std::string& name) {
    const std::string here = folder.empty() ? "." : folder.string();
    const std::string top =
        said({"git", "-C", here, "rev-parse", "--show-toplevel"},
             fmt::format("--since {}: there is no such file, and {} is in no repository of git", name, here));
    const std::string inside = said({"git", "-C", here, "rev-parse", "--show-prefix"}, "git does not say where it is");
    const std::string commit =
        said({"git", "-C", here, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"},
             fmt::format("--since {}: there is no such file, and git knows no such commit", name));
    const std::string archive = m_files.file("files.tar"), files = m_files.file("files");
    fs::create_directory(files);
    const std::string sentence = fmt::format("the files of the commit {} cannot be taken out", commit);
    said({"git", "-C", top, "archive", "--format=tar", "--output=" + archive, commit}, sentence);
    said({"tar", "--extract", "--file=" + archive, "--directory=" + files}, sentence);
    m_folder = (fs::path(files) / inside).lexically_normal();
}

void Commit::find(const std::string& path) const {
    const fs::path files = fs::path(m_files.file("files")), there = (m_folder / path).lexically_normal();
    const fs::path within = there.lexically_relative(files);
    if (within.empty() || *within.begin() == "..")
        throw UsageError(fmt::format("{} is no part of the repository", path));
    std::error_code error;
    if (!fs::exists(there, error))
        throw UsageError(fmt::format("it is new: the commit has no {}", path));
}

} // namespace warplens::cli
