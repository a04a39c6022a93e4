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

std::string readBytes(const std::filesystem::path& file, std::uint64_t limit) {
    // A pipe that nobody writes to would be waited for when it is opened.
    const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (in.number() < 0)
        fail(file, fmt::format("{}; check the path and its rights", std::strerror(errno)));
    struct stat about {};
    if (::fstat(in.number(), &about) != 0)
        fail(file, std::strerror(errno));
    if (S_ISDIR(about.st_mode))
        fail(file, "it is a folder; write the name of a file in it");
    if (!S_ISREG(about.st_mode))
        fail(file, "it is a pipe or a device; write what it gives into a file first");
    const auto size = static_cast<std::uint64_t>(about.st_size);
    if (size > limit)
        fail(file, fmt::format("it has {}, and {} are taken at most of a file of this kind", sizeText(size),
                               sizeText(limit)));
    std::string text;
    text.reserve(size + 64); // a reader that looks at many bytes at once need not copy it
    populate(text.data(), size);
    text.resize(size);
    std::size_t had = 0;
    while (had < text.size()) {
        const ssize_t got = ::read(in.number(), text.data() + had, text.size() - had);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            fail(file, std::strerror(errno));
        if (got == 0) // it has become shorter meanwhile
            break;
        had += static_cast<std::size_t>(got);
    }
    text.resize(had);
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
    std::string text = readBytes(file, limit);
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        fail(file, "it is UTF-16; save it as UTF-8");
    return text;
}

} // namespace warplens::kernels
