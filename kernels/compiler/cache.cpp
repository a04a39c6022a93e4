// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/cache.h"

#include "kernels/compiler/device_part.h"
#include "kernels/compiler/hash.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view magic = "warplens compile cache 1\n";
constexpr const char* extension = ".compiled";

void appendField(std::string& text, std::string_view field) {
    text += fmt::format("{}\n", field.size());
    text += field;
}

std::optional<std::string> takeField(std::string_view& text) {
    const std::size_t stop = text.find('\n');
    if (stop == std::string_view::npos)
        return std::nullopt;
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + stop, size);
    if (error != std::errc{} || end != text.data() + stop || size > text.size() - stop - 1)
        return std::nullopt;
    std::string field(text.substr(stop + 1, size));
    text.remove_prefix(stop + 1 + size);
    return field;
}

std::string packed(const CompileResult& result) {
    std::string body;
    for (const std::string* field : {&result.architecture, &result.kernelName, &result.log, &result.ptx, &result.cubin})
        appendField(body, *field);
    return fmt::format("{}{}\n{}", magic, hashOf(body), body);
}

std::optional<CompileResult> unpacked(std::string_view text) {
    if (!text.starts_with(magic))
        return std::nullopt;
    text.remove_prefix(magic.size());
    const std::size_t stop = text.find('\n');
    if (stop == std::string_view::npos)
        return std::nullopt;
    const std::string_view hash = text.substr(0, stop);
    text.remove_prefix(stop + 1);
    if (hashOf(text) != hash)
        return std::nullopt;
    CompileResult result;
    for (std::string* field : {&result.architecture, &result.kernelName, &result.log, &result.ptx, &result.cubin}) {
        auto value = takeField(text);
        if (!value)
            return std::nullopt;
        *field = std::move(*value);
    }
    result.ok = true;
    return result;
}

} // namespace

fs::path CompileCache::defaultFolder() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
        return fs::path(cache) / "warplens";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return fs::path(home) / ".cache" / "warplens";
    return {};
}

CompileCache::CompileCache(fs::path folder, std::uint64_t limit)
    : m_folder(std::move(folder))
    , m_limit(limit) {}

std::string CompileCache::key(const CompileRequest& request, const std::string& compilerIdentity) {
    Fnv1a128 hash;
    hash.addField(compilerIdentity);
    hash.addField(request.source.text());
    hash.addField(fs::path(request.fileName).filename().string());
    hash.addField(request.architecture);
    hash.addField(request.kernelName);
    hash.addField(std::to_string(request.defines.size()));
    for (const Define& define : request.defines) {
        hash.addField(define.name);
        hash.addField(define.value);
    }
    hash.addField(std::to_string(request.options.size()));
    for (const std::string& option : request.options)
        hash.addField(option);
    for (const std::string& folder : request.includeDirs)
        hash.addField(folder);
    // What the source includes may change, appear or go without any of that changing.
    for (const auto& [file, contents] :
         headersAround(request.source, {request.includeDirs.begin(), request.includeDirs.end()})) {
        hash.addField(file.string());
        hash.addField(contents);
    }
    return hash.hex();
}

fs::path CompileCache::fileOf(const std::string& key) const {
    return m_folder / (key + extension);
}

std::optional<CompileResult> CompileCache::load(const std::string& key) const {
    if (m_folder.empty())
        return std::nullopt;
    std::ifstream in(fileOf(key), std::ios::binary);
    if (!in)
        return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    auto result = unpacked(text.view());
    if (result) {
        std::error_code ignored; // the time of last use decides what stays
        fs::last_write_time(fileOf(key), fs::file_time_type::clock::now(), ignored);
    }
    return result;
}

void CompileCache::store(const std::string& key, const CompileResult& result) const {
    if (m_folder.empty())
        return;
    std::error_code error;
    fs::create_directories(m_folder, error);
    static std::atomic<unsigned> counter{0};
    const fs::path temporary = m_folder / fmt::format("{}.{}.{}.new", key, ::getpid(), counter++);
    {
        std::ofstream out(temporary, std::ios::binary);
        const std::string text = packed(result);
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
        out.close();
        if (out.fail()) {
            fs::remove(temporary, error);
            return;
        }
    }
    fs::rename(temporary, fileOf(key), error);
    if (error)
        fs::remove(temporary, error);
    removeOldest();
}

void CompileCache::removeOldest() const {
    struct Entry {
        fs::file_time_type used;
        std::uint64_t bytes;
        fs::path file;
    };
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code error;
    for (fs::directory_iterator it(m_folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code entryError; // another program may remove it at any time
        const auto used = it->last_write_time(entryError);
        const auto bytes = it->file_size(entryError);
        if (entryError)
            continue;
        // What a program that was killed has left behind.
        if (it->path().extension() == ".new" && used < fs::file_time_type::clock::now() - std::chrono::hours(1))
            fs::remove(it->path(), entryError);
        if (it->path().extension() != extension)
            continue;
        entries.push_back({used, bytes, it->path()});
        total += bytes;
    }
    if (total <= m_limit)
        return;
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (total <= m_limit - m_limit / 4)
            break;
        fs::remove(entry.file, error);
        total -= entry.bytes;
    }
}

CompileResult compileCached(const Compiler& compiler, const CompileCache& cache, const CompileRequest& request,
                            bool* fromCache) {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    const std::string key = CompileCache::key(request, compiler.identity());
    if (auto result = cache.load(key)) {
        result->diagnostics = parseDiagnostics(result->log, request.source.text());
        result->milliseconds = elapsed();
        if (fromCache != nullptr)
            *fromCache = true;
        return std::move(*result);
    }
    CompileResult result = compiler.compile(request);
    // What is not in the log, such as a header that was not found, would not be told again.
    if (result.ok && result.diagnostics.size() == parseDiagnostics(result.log, request.source.text()).size())
        cache.store(key, result);
    if (fromCache != nullptr)
        *fromCache = false;
    return result;
}

} // namespace warplens::kernels
