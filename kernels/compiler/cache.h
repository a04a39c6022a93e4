// SPDX-License-Identifier: GPL-3.0-or-later
// Results of compilations on disk, named by what went in: the same source with the same options and compiler is
// compiled once. One file for each entry, written beside its place and renamed into it, so programs that run at the
// same time never see half an entry. A damaged entry counts as missing. A cache that cannot be written is no error.
#pragma once

#include "kernels/compiler/compile.h"
#include "kernels/compiler/nvrtc.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warplens::kernels {

class CompileCache {
public:
    static constexpr std::uint64_t defaultLimit = 256u << 20;

    /// $XDG_CACHE_HOME/warplens, or ~/.cache/warplens; empty where neither can be told: then nothing is cached.
    static std::filesystem::path defaultFolder();

    /// When the entries exceed the limit (bytes), the ones that were used longest ago go.
    explicit CompileCache(std::filesystem::path folder = defaultFolder(), std::uint64_t limit = defaultLimit);

    static std::string key(const CompileRequest& request, const std::string& compilerIdentity);

    /// The result stored under the key, as it was when it was made (its diagnostics are left out).
    std::optional<CompileResult> load(const std::string& key) const;

    void store(const std::string& key, const CompileResult& result) const;

    std::filesystem::path fileOf(const std::string& key) const;

private:
    void removeOldest() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limit;
};

/// From the cache where it is there; otherwise compiled, and stored if it was successful.
/// `fromCache`, where given, says which it was.
CompileResult compileCached(const Compiler& compiler, const CompileCache& cache, const CompileRequest& request,
                            bool* fromCache = nullptr);

} // namespace warplens::kernels
