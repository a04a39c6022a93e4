// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/zip_file.h"

#include <minizip/zip.h>

#include <memory>
#include <system_error>

namespace warplens::exchange {
namespace {

constexpr uint32_t utf8Names = 1u << 11; ///< general purpose flag of the format
constexpr unsigned long madeByZip20 = 20;

/// 1980-01-01, the first day that the format knows: an archive says nothing of when it was made.
zip_fileinfo undated() {
    zip_fileinfo info{};
    info.dosDate = 1u << 21 | 1u << 16;
    return info;
}

void add(zipFile archive, const std::string& name, const std::string& content, const std::string& file) {
    const zip_fileinfo info = undated();
    const bool good = zipOpenNewFileInZip4_64(archive, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                                              Z_BEST_COMPRESSION, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY,
                                              nullptr, 0, madeByZip20, utf8Names, 0) == ZIP_OK &&
                      zipWriteInFileInZip(archive, content.data(), static_cast<unsigned>(content.size())) == ZIP_OK &&
                      zipCloseFileInZip(archive) == ZIP_OK;
    if (!good)
        throw ZipError("cannot write " + file + ": the disk may be full");
}

} // namespace

void writeZip(const std::filesystem::path& file, const ZipParts& parts) {
    const std::filesystem::path half = file.string() + ".part";
    zipFile archive = zipOpen64(half.c_str(), APPEND_STATUS_CREATE);
    if (!archive)
        throw ZipError("cannot write " + file.string() + ": is its folder there, and may it be written to?");
    std::error_code ignored;
    try {
        for (const auto& [name, content] : parts)
            add(archive, name, content, file.string());
    } catch (const ZipError&) {
        zipClose(archive, nullptr);
        std::filesystem::remove(half, ignored);
        throw;
    }
    const bool closed = zipClose(archive, nullptr) == ZIP_OK;
    std::error_code problem;
    if (closed)
        std::filesystem::rename(half, file, problem);
    if (!closed || problem) {
        std::filesystem::remove(half, ignored);
        throw ZipError("cannot write " + file.string() + (problem ? ": " + problem.message() : std::string()));
    }
}

} // namespace warplens::exchange
