// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a commit of git, in a folder of their own for as long as this lives.
#pragma once

#include "app/engine/temporary_folder.h"

#include <filesystem>
#include <string>

namespace warplens::cli {

class Commit {
public:
    /// `name`: as git knows it: HEAD~1, a branch, a tag. Throws UsageError where the folder is in no repository, or it has
    /// no such commit.
    Commit(const std::filesystem::path& folder, const std::string& name);

    /// What the folder was then.
    const std::filesystem::path& folder() const { return m_folder; }
    /// Throws UsageError where the path, seen from the folder, leads out of the commit or to nothing.
    void find(const std::string& path) const;

private:
    engine::TemporaryFolder m_files{"warplens-commit"};
    std::filesystem::path m_folder;
};

} // namespace warplens::cli
