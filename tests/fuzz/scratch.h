// SPDX-License-Identifier: GPL-3.0-or-later
// Where a fuzzed input becomes a file, for readers that open files themselves: a folder in memory where there is one.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace warplens::fuzz {

inline const std::filesystem::path& scratch() {
    struct Folder {
        Folder() {
            const bool shared = ::access("/dev/shm", W_OK) == 0;
            std::string name = std::string(shared ? "/dev/shm" : "/tmp") + "/warplens-fuzz-XXXXXX";
            if (!::mkdtemp(name.data()))
                std::abort();
            path = name;
        }
        ~Folder() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
        std::filesystem::path path;
    };
    static const Folder folder;
    return folder.path;
}

inline std::filesystem::path fileOf(const std::string& name, const std::string& bytes) {
    const std::filesystem::path file = scratch() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
}

inline std::string textOf(const uint8_t* data, size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// What was read is what was written: anything else is a mistake of ours.
inline void demand(bool condition) {
    if (!condition)
        std::abort();
}

} // namespace warplens::fuzz
