// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a program that is for the GPU. Most kernels that people have lie in a file with a main(), host headers
// and helpers, which NVRTC refuses: it compiles for the GPU only and knows no headers of the host. Here the host's part
// is taken out: what can only be of the host at once, and then whatever the compiler stumbles over, declaration by
// declaration. Lines stay where they are.
//
// Headers of the host are stood in for by short ones that declare what kernels use of them (limits, fixed-width types,
// std::min and the like); those that nobody knows, by empty ones. Headers beside the file are treated like the file.
#pragma once

#include "kernels/compiler/compile.h"
#include "kernels/compiler/declarations.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

class DevicePart {
public:
    /// Compiled before everything else, as nvcc does with cuda_runtime.h and what that includes.
    static constexpr const char* prelude = "warplens_prelude.h";

    /// Among the options of a request: what does not compile is a mistake even where it is no code of the GPU. Nothing
    /// is taken out for the compiler's sake but what can only be of the host. The compiler itself does not see it.
    static constexpr const char* strict = "--warplens-strict";

    /// `mainName` as diagnostics name the file. `folders` are those it lies in; headers are looked for in the usual
    /// places around them, too. `toolkit` are the compiler's own.
    DevicePart(const SourceText& source, std::string mainName, const std::vector<std::filesystem::path>& folders,
               const std::vector<std::filesystem::path>& toolkit);

    const std::string& source() const { return m_main.text(); }
    /// Names, as #include has them, and texts; with the prelude.
    std::map<std::string, std::string> headers() const;

    /// Takes out what stands at the errors. `kernel` is never taken out. False where nothing of that kind is left:
    /// what is wrong is wrong with the kernel.
    bool takeOut(const std::vector<Diagnostic>& diagnostics, std::string_view kernel);

    /// Whether all errors lie in code of the GPU: then they are the user's.
    bool onlyDeviceErrors(const std::vector<Diagnostic>& diagnostics) const;
    bool wasHost(int line) const { return m_main.wasHost(line); }
    bool hasKernel() const;
    /// Headers that were found nowhere, and that no stand-in of ours is for.
    const std::vector<std::string>& missing() const { return m_missing; }

private:
    void include(const SourceText& text, const std::vector<std::filesystem::path>& folders, int depth);
    Declarations* unit(const std::string& file);

    std::string m_mainName;
    std::vector<std::filesystem::path> m_toolkit;
    std::map<std::string, SourceText> m_read;             ///< headers beside the file, as they are written
    std::map<std::filesystem::path, std::string> m_names; ///< under which each file was first included
    std::map<std::string, Declarations> m_units;          ///< the same, without what was taken out
    std::map<std::string, std::string> m_standIns;        ///< of the host's headers
    std::vector<std::string> m_fromToolkit, m_missing;
    Declarations m_main;
};

/// What a source includes from its folders and the usual places around them, and what that includes: by path. Headers of
/// the toolkit are not among them.
std::map<std::filesystem::path, std::string> headersAround(const SourceText& source,
                                                           const std::vector<std::filesystem::path>& folders);

/// What takes the place of a header of the host, or nothing where the name is not known.
std::optional<std::string> standIn(std::string_view header);

} // namespace warplens::kernels
