// SPDX-License-Identifier: GPL-3.0-or-later
// How a file of somebody else's is read: a pipe that never ends, a device without an end, a folder, or a file that is
// larger than any of its kind gets a sentence, and no memory is asked for before the size is known.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// Its text names the file, and says what to do; `reason` is the part behind the name.
struct FileError : std::runtime_error {
    FileError(const std::string& verb, const std::filesystem::path& file, const std::string& why)
        : std::runtime_error("cannot " + verb + " " + file.string() + ": " + why)
        , reason(why) {}
    std::string reason;
};

/// What is taken at most, in bytes. A source of CUDA C++, a stage, a session; and what programs write: recordings,
/// tables of ncu, machine code.
inline constexpr std::uint64_t sourceLimit = 16u << 20;
inline constexpr std::uint64_t dataLimit = 1u << 30;

/// A file that stays open: what takes its name later, or deletes it, changes nothing for whoever reads on.
class OpenFile {
public:
    /// Throws FileError: it is not there, no file, or larger than `limit` bytes.
    OpenFile(std::filesystem::path file, std::uint64_t limit);
    ~OpenFile();
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::uint64_t size() const { return m_size; } ///< bytes, when it was opened
    /// Its bytes from there on, as many as there are: fewer at its end. Throws FileError.
    std::size_t read(std::uint64_t from, char* to, std::size_t bytes) const;
    /// Whether somebody has written into it since it was opened.
    bool hasChanged() const;

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::int64_t m_seconds = 0, m_nanoseconds = 0; ///< when it was written last
};

/// Throws FileError.
std::string readBytes(const std::filesystem::path& file, std::uint64_t limit);

/// A text in UTF-8, without the mark that some editors begin it with. Throws FileError, for UTF-16 as well.
std::string readText(const std::filesystem::path& file, std::uint64_t limit);
/// Likewise, of bytes that have been read.
std::string asText(const std::filesystem::path& file, std::string bytes);

/// The files of a folder whose names end so (".json"), in order of their names; none where it cannot be read.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, std::string_view suffix);

/// All of the bytes or, where that fails, the file as it was before: they are written beside it and take its name at the
/// end. What is no file, such as /dev/stdout, is written to as it stands. Throws FileError.
void writeWhole(const std::filesystem::path& file, std::string_view bytes);

} // namespace warplens::kernels
