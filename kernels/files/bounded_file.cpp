// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/files/bounded_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace warplens::kernels {
namespace {

class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return m_number; }
    /// It is somebody else's to close.
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
    throw FileError("read", file, why);
}

std::string sizeText(std::uint64_t bytes) {
    return bytes < (1u << 20) ? fmt::format("{} bytes", bytes)
                              : fmt::format("{:.0f} MiB", static_cast<double>(bytes) / (1 << 20));
}

/// Has the pages of large memory made at once: one by one, as each is touched first, takes many times as long. What the system
/// cannot do so is made then.
void populate(char* begin, std::uint64_t bytes) {
#ifdef MADV_POPULATE_WRITE
    constexpr std::uint64_t page = 4096;
    const auto from = reinterpret_cast<std::uintptr_t>(begin) & ~(page - 1);
    if (bytes >= 256 * page)
        ::madvise(reinterpret_cast<void*>(from), reinterpret_cast<std::uintptr_t>(begin) + bytes - from,
                  MADV_POPULATE_WRITE);
#endif
}

} // namespace

OpenFile::OpenFile(std::filesystem::path file, std::uint64_t limit)
    : m_path(std::move(file)) {
    // A pipe that nobody writes to would be waited for when it is opened.
    Descriptor in(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (in.number() < 0)
        fail(m_path, fmt::format("{}; check the path and its rights", std::strerror(errno)));
    struct stat about {};
    if (::fstat(in.number(), &about) != 0)
        fail(m_path, std::strerror(errno));
    if (S_ISDIR(about.st_mode))
        fail(m_path, "it is a folder; write the name of a file in it");
    if (!S_ISREG(about.st_mode))
        fail(m_path, "it is a pipe or a device; write what it gives into a file first");
    m_size = static_cast<std::uint64_t>(about.st_size);
    if (m_size > limit)
        fail(m_path, fmt::format("it has {}, and {} are taken at most of a file of this kind", sizeText(m_size),
                                 sizeText(limit)));
    m_seconds = about.st_mtim.tv_sec;
    m_nanoseconds = about.st_mtim.tv_nsec;
    m_descriptor = in.release();
}

OpenFile::~OpenFile() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::size_t OpenFile::read(std::uint64_t from, char* to, std::size_t bytes) const {
    std::size_t had = 0;
    while (had < bytes) {
        const ssize_t got = ::pread(m_descriptor, to + had, bytes - had, static_cast<off_t>(from + had));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            fail(m_path, std::strerror(errno));
        if (got == 0)
            break;
        had += static_cast<std::size_t>(got);
    }
    return had;
}

bool OpenFile::hasChanged() const {
    struct stat about {};
    return ::fstat(m_descriptor, &about) != 0 || static_cast<std::uint64_t>(about.st_size) != m_size ||
           about.st_mtim.tv_sec != m_seconds || about.st_mtim.tv_nsec != m_nanoseconds;
}

std::string readBytes(const std::filesystem::path& file, std::uint64_t limit) {
    const OpenFile in(file, limit);
    std::string text;
    text.reserve(in.size() + 64); // a reader that looks at many bytes at once need not copy it
    populate(text.data(), in.size());
    text.resize(in.size());
    text.resize(in.read(0, text.data(), text.size())); // it may have become shorter meanwhile
    return text;
}

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, std::string_view suffix) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == suffix)
            files.push_back(it->path());
    std::sort(files.begin(), files.end());
    return files;
}

void writeWhole(const std::filesystem::path& file, std::string_view bytes) {
    std::error_code error;
    const bool special = std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error);
    const std::filesystem::path target =
        special ? file : std::filesystem::path(fmt::format("{}.{}.new", file.string(), ::getpid()));
    const auto failed = [&](int why) {
        if (!special)
            std::filesystem::remove(target, error);
        throw FileError("write", file,
                        fmt::format("{}; check the folder, its rights and the space there", std::strerror(why)));
    };
    const Descriptor out(::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (out.number() < 0)
        failed(errno);
    while (!bytes.empty()) {
        const ssize_t wrote = ::write(out.number(), bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            failed(errno);
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    if (!special && ::rename(target.c_str(), file.c_str()) != 0)
        failed(errno);
}

std::string readText(const std::filesystem::path& file, std::uint64_t limit) {
    return asText(file, readBytes(file, limit));
}

std::string asText(const std::filesystem::path& file, std::string bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.erase(0, 3);
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        fail(file, "it is UTF-16; save it as UTF-8");
    return bytes;
}

} // namespace warplens::kernels
