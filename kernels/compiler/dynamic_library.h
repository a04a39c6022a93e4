// SPDX-License-Identifier: GPL-3.0-or-later
// A shared library that is opened at run time. It stays loaded until the process ends: NVIDIA's libraries keep threads
// and memory of their own, and do not take well to being unloaded.
#pragma once

#include <optional>
#include <string>

namespace warplens::kernels {

class DynamicLibrary {
public:
    /// Opens a library by path, or by a name that the loader looks for. On failure `reason` says why.
    static std::optional<DynamicLibrary> open(const std::string& nameOrPath, std::string& reason);

    /// The address of a symbol, or null.
    void* symbol(const char* name) const;

    /// The function of that name, or null.
    template<typename Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }

    /// The file it was loaded from.
    const std::string& path() const { return m_path; }

private:
    DynamicLibrary(void* handle, std::string path)
        : m_handle(handle)
        , m_path(std::move(path)) {}

    void* m_handle;
    std::string m_path;
};

} // namespace warplens::kernels
