// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/toolkit.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// Existing paths that match the pattern, the newest version first ("cuda-13.0" before "cuda-12.4").
std::vector<fs::path> matches(const std::string& pattern) {
    glob_t found{};
    std::vector<fs::path> paths;
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
        for (std::size_t i = 0; i < found.gl_pathc; ++i)
            paths.emplace_back(found.gl_pathv[i]);
    globfree(&found);
    std::sort(paths.begin(), paths.end(),
              [](const fs::path& a, const fs::path& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
    return paths;
}

/// The folders of $PATH that hold the program.
std::vector<fs::path> foldersOnPath(const char* program) {
    std::vector<fs::path> folders;
    const std::string path = environment("PATH");
    std::string_view rest = path;
    while (!rest.empty()) {
        const std::size_t stop = rest.find(':');
        const fs::path folder(rest.substr(0, stop));
        std::error_code error;
        if (!folder.empty() && fs::exists(folder / program, error))
            folders.push_back(folder);
        rest = stop == std::string_view::npos ? std::string_view() : rest.substr(stop + 1);
    }
    return folders;
}

class DirList {
public:
    void addToolkit(const fs::path& root) {
        for (const char* part : {"lib64", "lib", "targets/x86_64-linux/lib"})
            add(root / part);
    }

    void addSitePackages(const std::string& pattern) {
        for (const fs::path& folder : matches(pattern + "/nvidia/*/lib"))
            add(folder);
    }

    void add(const fs::path& folder) {
        std::error_code error;
        const fs::path clean = folder.lexically_normal();
        if (fs::is_directory(clean, error) && std::find(m_folders.begin(), m_folders.end(), clean) == m_folders.end())
            m_folders.push_back(clean);
    }

    std::vector<fs::path> take() { return std::move(m_folders); }

private:
    std::vector<fs::path> m_folders;
};

constexpr const char* overrideVariable = "WARPLENS_CUDA_PATH";

bool isHidden() {
    return environment(overrideVariable) == "none";
}

} // namespace

std::vector<fs::path> toolkitLibraryDirs() {
    DirList list;
    if (isHidden())
        return {};
    if (const std::string chosen = environment(overrideVariable); !chosen.empty()) {
        list.addToolkit(chosen);
        list.add(chosen);
        return list.take();
    }

    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const std::string root = environment(variable); !root.empty())
            list.addToolkit(root);
    list.addToolkit("/usr/local/cuda");
    for (const fs::path& root : matches("/usr/local/cuda-*"))
        list.addToolkit(root);
    for (const fs::path& folder : foldersOnPath("nvcc"))
        list.addToolkit(folder.parent_path());

    if (const std::string root = environment("VIRTUAL_ENV"); !root.empty())
        list.addSitePackages(root + "/lib/python3*/site-packages");
    for (const fs::path& folder : foldersOnPath("python3"))
        list.addSitePackages(folder.parent_path().string() + "/lib/python3*/site-packages");
    if (const std::string home = environment("HOME"); !home.empty())
        list.addSitePackages(home + "/.local/lib/python3*/site-packages");
    for (const char* pattern : {"/usr/local/lib/python3*/dist-packages", "/usr/local/lib/python3*/site-packages",
                                "/usr/lib/python3*/dist-packages", "/opt/*/.venv/lib/python3*/site-packages",
                                "/opt/*/lib/python3*/site-packages"})
        list.addSitePackages(pattern);
    return list.take();
}

std::optional<fs::path> findNvcc() {
    if (isHidden())
        return std::nullopt;
    if (environment(overrideVariable).empty())
        for (const fs::path& folder : foldersOnPath("nvcc"))
            return folder / "nvcc";
    for (const fs::path& folder : toolkitLibraryDirs())
        for (const char* relative : {"../bin/nvcc", "../../../bin/nvcc"}) {
            const fs::path candidate = (folder / relative).lexically_normal();
            std::error_code error;
            if (fs::exists(candidate, error))
                return candidate;
        }
    return std::nullopt;
}

std::optional<DynamicLibrary> openInToolkit(const fs::path& library, std::string& reason) {
    constexpr std::string_view nvrtc = "libnvrtc.so.";
    if (const std::string name = library.filename(); name.starts_with(nvrtc)) {
        const std::string builtins = "libnvrtc-builtins.so." + name.substr(nvrtc.size()) + ".";
        std::string ignored;
        std::error_code error;
        for (const fs::directory_entry& each : fs::directory_iterator(library.parent_path(), error))
            if (each.path().filename().string().starts_with(builtins))
                DynamicLibrary::open(each.path(), ignored);
    }
    return DynamicLibrary::open(library, reason);
}

std::optional<DynamicLibrary> openToolkitLibrary(std::span<const char* const> names, std::string& reason) {
    if (isHidden()) {
        reason = fmt::format("{}=none hides it", overrideVariable);
        return std::nullopt;
    }
    const std::string chosen = environment(overrideVariable);
    std::string ignored, failure;
    if (chosen.empty()) {
        for (const char* name : names)
            if (auto library = DynamicLibrary::open(name, ignored))
                return library;
    }
    for (const fs::path& folder : toolkitLibraryDirs()) {
        for (const char* name : names) {
            const fs::path file = folder / name;
            std::error_code error;
            if (!fs::exists(file, error))
                continue;
            if (auto library = openInToolkit(file, failure))
                return library;
        }
    }
    if (!failure.empty())
        reason = fmt::format("it was found but could not be loaded: {}", failure);
    else if (!chosen.empty())
        reason = fmt::format("{} is not in {}={}", names.front(), overrideVariable, chosen);
    else
        reason = fmt::format("{} is neither on the loader's path nor in the toolkit's usual folders", names.front());
    return std::nullopt;
}

std::optional<fs::path> toolkitIncludeDir(const fs::path& library) {
    const fs::path folder = library.parent_path();
    // A toolkit or pip's newer packages; Debian's package; pip's older packages, which have a folder for each part.
    for (const char* relative : {"../include", "../../include", "../../cuda_runtime/include"}) {
        const fs::path candidate = (folder / relative).lexically_normal();
        std::error_code error;
        if (fs::exists(candidate / "cuda_fp16.h", error))
            return candidate;
    }
    return std::nullopt;
}

} // namespace warplens::kernels
