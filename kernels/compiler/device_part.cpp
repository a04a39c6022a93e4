// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/device_part.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

std::optional<std::string> contentsOf(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return in ? std::optional(text.str()) : std::nullopt;
}

/// Headers of the toolkit that NVRTC compiles.
bool isForKernels(std::string_view name) {
    constexpr std::string_view beginnings[] = {"cooperative_groups",
                                               "cuda_fp",
                                               "cuda_bf",
                                               "cuda_pipeline",
                                               "cuda_awbarrier",
                                               "cuda_runtime",
                                               "cuda/",
                                               "cub/",
                                               "curand_",
                                               "vector_",
                                               "device_",
                                               "sm_",
                                               "math_",
                                               "mma.h",
                                               "cuComplex.h"};
    return std::any_of(std::begin(beginnings), std::end(beginnings),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

/// The name of the wanted kernel is compiled as a text of its own.
bool isOfKernelName(const Diagnostic& diagnostic) {
    return diagnostic.file == "__nv_name_map";
}

/// Where projects keep the headers of a file in one of their folders: beside it, above it, and in "include" and the
/// like of each of these.
std::vector<fs::path> usualFolders(const std::vector<fs::path>& given) {
    constexpr int levels = 3;
    std::vector<fs::path> folders = given;
    std::error_code error;
    for (const fs::path& start : given) {
        fs::path folder = fs::absolute(start, error).lexically_normal();
        for (int level = 0; level <= levels && folder.has_relative_path(); ++level) {
            if (level > 0)
                folders.push_back(folder);
            for (const char* name : {"include", "inc", "common", "Common", "common/inc", "utils", "src"})
                if (fs::is_directory(folder / name, error))
                    folders.push_back(folder / name);
            if (!folder.has_filename())
                folder = folder.parent_path();
            folder = folder.parent_path();
        }
    }
    return folders;
}

void addHeaders(std::map<fs::path, std::string>& all, const SourceText& text, const std::vector<fs::path>& folders) {
    for (const Inclusion& wanted : inclusionsIn(text))
        for (const fs::path& folder : folders) {
            std::error_code error;
            const fs::path file = fs::weakly_canonical(folder / wanted.name, error);
            if (error || all.contains(file))
                continue;
            const auto contents = contentsOf(file);
            if (!contents)
                continue;
            all[file] = *contents;
            std::vector<fs::path> further = folders;
            further.insert(further.begin(), file.parent_path());
            addHeaders(all, SourceText(*contents), further);
        }
}

} // namespace

std::map<fs::path, std::string> headersAround(const SourceText& source, const std::vector<fs::path>& folders) {
    std::map<fs::path, std::string> all;
    if (!folders.empty())
        addHeaders(all, source, usualFolders(folders));
    return all;
}

DevicePart::DevicePart(const SourceText& source, std::string mainName, const std::vector<fs::path>& folders,
                       const std::vector<fs::path>& toolkit)
    : m_mainName(std::move(mainName))
    , m_toolkit(toolkit)
    , m_main({}, {}) {
    m_standIns[prelude] = *standIn(prelude);
    include(m_standIns[prelude], {}, 0);
    include(source, usualFolders(folders), 0);
    std::vector<SourceText> all{source};
    for (const auto& [name, text] : m_read)
        all.push_back(text);
    const Words marks = deviceMarks(all);
    m_main = Declarations(source, marks);
    m_main.takeOutHost();
    for (const auto& [name, text] : m_read)
        m_units.emplace(name, Declarations(text, marks)).first->second.takeOutHost();
}

void DevicePart::include(const SourceText& text, const std::vector<fs::path>& folders, int depth) {
    if (depth > 50)
        return;
    for (const Inclusion& wanted : inclusionsIn(text)) {
        const std::string& name = wanted.name;
        if (m_read.contains(name) || m_standIns.contains(name))
            continue;
        // What lies beside the file comes first: a "timer.h" of its own is no header of the system.
        bool found = false;
        for (const fs::path& folder : folders) {
            if (auto header = contentsOf(folder / name)) {
                found = true;
                // To NVRTC another name is another file, so that "#pragma once" would not hold it back.
                std::error_code error;
                const auto [known, isNew] = m_names.emplace(fs::weakly_canonical(folder / name, error), name);
                if (!isNew) {
                    m_standIns[name] = "#include \"" + known->second + "\"\n";
                    break;
                }
                const SourceText& kept = m_read[name] = std::move(*header);
                std::vector<fs::path> further = folders;
                further.insert(further.begin(), (folder / name).parent_path());
                include(kept, further, depth + 1);
                break;
            }
        }
        if (found)
            continue;
        if (auto known = standIn(name)) {
            m_standIns[name] = *known;
            include(*known, {}, depth + 1);
            continue;
        }
        std::error_code error;
        if (std::any_of(m_toolkit.begin(), m_toolkit.end(),
                        [&](const fs::path& folder) { return fs::is_regular_file(folder / name, error); })) {
            m_fromToolkit.push_back(name);
            continue;
        }
        if (std::find(m_missing.begin(), m_missing.end(), name) == m_missing.end())
            m_missing.push_back(name);
        m_standIns[name] = "#pragma once\n";
    }
}

std::map<std::string, std::string> DevicePart::headers() const {
    std::map<std::string, std::string> all = m_standIns;
    // Headers of the toolkit include those of the host, too.
    for (const char* name : {"stdint.h", "stddef.h", "stdlib.h", "stdio.h", "string.h", "math.h", "limits.h", "float.h",
                             "assert.h", "cmath", "cstdint", "cstddef", "cstdlib", "limits", "complex", "sstream",
                             "type_traits", "utility", "climits"})
        if (!all.contains(name))
            all[name] = *standIn(name);
    for (const auto& [name, unit] : m_units)
        all[name] = unit.text();
    return all;
}

Declarations* DevicePart::unit(const std::string& file) {
    if (file == m_mainName)
        return &m_main;
    const auto found = m_units.find(file);
    return found == m_units.end() ? nullptr : &found->second;
}

bool DevicePart::takeOut(const std::vector<Diagnostic>& diagnostics, std::string_view kernel) {
    bool changed = false;
    const auto eachError = [&](const auto& handle) {
        for (const Diagnostic& d : diagnostics)
            if (d.severity == Severity::Error && d.line > 0)
                handle(d);
    };
    eachError([&](const Diagnostic& d) {
        if (Declarations* of = unit(d.file))
            changed |= of->takeOutHostAt(d.line);
        if (unit(d.file) != nullptr || isOfKernelName(d))
            return;
        // In a header of the toolkit that is not for NVRTC: all but those which are go.
        for (const std::string& name : m_fromToolkit) {
            if (!isForKernels(name))
                changed |= m_standIns.try_emplace(name, "#pragma once\n").second;
        }
    });
    if (changed || kernel.empty())
        return changed;
    // Another kernel of the file may not compile: that is no reason to refuse this one.
    eachError([&](const Diagnostic& d) {
        if (Declarations* of = unit(d.file))
            changed |= of->takeOutDeviceAt(d.line, kernel);
    });
    return changed;
}

bool DevicePart::onlyDeviceErrors(const std::vector<Diagnostic>& diagnostics) const {
    DevicePart copy = *this;
    for (const Diagnostic& d : diagnostics) {
        if (d.severity != Severity::Error || d.line == 0 || isOfKernelName(d))
            continue;
        Declarations* of = copy.unit(d.file);
        if (of == nullptr || of->takeOutHostAt(d.line))
            return false;
    }
    return true;
}

bool DevicePart::hasKernel() const {
    return m_main.hasKernel() ||
           std::any_of(m_units.begin(), m_units.end(), [](const auto& named) { return named.second.hasKernel(); });
}

} // namespace warplens::kernels
