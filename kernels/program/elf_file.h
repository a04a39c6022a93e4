// SPDX-License-Identifier: GPL-3.0-or-later
// What a program's file tells before it is run: the libraries that it wants, and the sections in which nvcc puts code
// for the GPU.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::kernels {

/// The file is no program for this machine, or cannot be read.
struct ElfError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class ElfFile {
public:
    /// Throws ElfError.
    explicit ElfFile(const std::filesystem::path& file);

    /// The bytes of the section, empty where there is none of that name.
    std::span<const std::byte> section(const std::string& name) const;
    /// Names of the libraries that the loader has to find: "libcudart.so.13".
    const std::vector<std::string>& libraries() const { return m_libraries; }
    bool hasText(std::string_view text) const; ///< somewhere in the file

private:
    struct Section {
        std::string name;
        std::span<const std::byte> bytes;
    };
    std::string m_bytes;
    std::vector<Section> m_sections;
    std::vector<std::string> m_libraries;
};

/// How a program comes to its CUDA runtime.
enum class RuntimeLinkage {
    None,   ///< it uses none, or a library of its own does
    Shared, ///< libcudart.so.N
    Static, ///< libcudart_static.a, nvcc's habit: no other can take its place
    Driver, ///< libcuda.so.1 alone
};
RuntimeLinkage runtimeLinkage(const ElfFile& file);

} // namespace warplens::kernels
