// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/program/fat_binary.h"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

namespace warplens::kernels {
namespace {

constexpr uint32_t magic = 0xba55ed50;
constexpr size_t headerBytes = 16, entryBytes = 64;
constexpr uint64_t debugFlag = 0x2, lz4Flag = 0x2000, zstdFlag = 0x8000, specificFlag = 0x100000, familyFlag = 0x200000;
constexpr uint64_t largest = 1ull << 31; ///< that one entry may have: LZ4's own limit

template<class T>
T at(std::span<const std::byte> bytes, size_t offset) {
    T value;
    if (offset > bytes.size() || sizeof value > bytes.size() - offset)
        throw FatBinaryError("the fat binary ends too early");
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

std::string textAt(std::span<const std::byte> bytes, size_t offset, size_t length) {
    if (offset > bytes.size() || length > bytes.size() - offset)
        throw FatBinaryError("a name lies outside the fat binary");
    const auto* begin = reinterpret_cast<const char*>(bytes.data()) + offset;
    return {begin, strnlen(begin, length)};
}

CodeKind kindOf(uint16_t number) {
    switch (number) {
    case 1:
        return CodeKind::Ptx;
    case 2:
        return CodeKind::Machine;
    case 8:
        return CodeKind::Intermediate;
    default:
        return CodeKind::Other;
    }
}

FatEntry readEntry(std::span<const std::byte> header, std::span<const std::byte> payload) {
    FatEntry entry;
    entry.kind = kindOf(at<uint16_t>(header, 0));
    entry.architecture = at<uint32_t>(header, 28);
    entry.flags = at<uint64_t>(header, 40);
    entry.specific = entry.flags & specificFlag;
    entry.family = entry.flags & familyFlag;
    entry.debug = entry.flags & debugFlag;
    if (const auto length = at<uint32_t>(header, 36); length != 0)
        entry.file = textAt(header, at<uint32_t>(header, 32), length);
    // Of PTX the options are text; of machine code they are numbers, which nobody needs here.
    if (const auto options = at<uint32_t>(header, 20); options != 0 && entry.kind == CodeKind::Ptx)
        entry.options = textAt(header, at<uint32_t>(header, options), at<uint32_t>(header, options + 4));
    if (entry.flags & (lz4Flag | zstdFlag)) {
        const auto packed = at<uint32_t>(header, 16);
        if (packed > payload.size())
            throw FatBinaryError("compressed code ends outside the fat binary");
        entry.packed = payload.first(packed);
        entry.bytes = at<uint64_t>(header, 56);
    } else {
        entry.packed = payload;
        entry.bytes = payload.size();
    }
    if (entry.bytes > largest)
        throw FatBinaryError(fmt::format("code of {} bytes is too large", entry.bytes));
    return entry;
}

} // namespace

std::string FatEntry::unpacked() const {
    std::string out;
    if (flags & zstdFlag) {
        out.resize(bytes);
        const size_t made = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
        if (ZSTD_isError(made) || made != bytes)
            throw FatBinaryError("code that was compressed with ZSTD cannot be unpacked");
    } else if (flags & lz4Flag) {
        out.resize(bytes);
        const int made = LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()), out.data(),
                                             static_cast<int>(packed.size()), static_cast<int>(out.size()));
        if (made < 0 || static_cast<uint64_t>(made) != bytes)
            throw FatBinaryError("code that was compressed with LZ4 cannot be unpacked");
    } else {
        out.assign(reinterpret_cast<const char*>(packed.data()), packed.size());
    }
    if (kind == CodeKind::Ptx)
        out.resize(strnlen(out.data(), out.size()));
    return out;
}

size_t fatBinaryBytes(const void* begin) {
    uint32_t found;
    std::memcpy(&found, begin, sizeof found);
    if (found != magic)
        return 0;
    const auto* bytes = static_cast<const std::byte*>(begin);
    uint16_t header;
    uint64_t size;
    std::memcpy(&header, bytes + 6, sizeof header);
    std::memcpy(&size, bytes + 8, sizeof size);
    return header + size;
}

std::vector<FatEntry> readFatBinary(std::span<const std::byte> bytes) {
    if (at<uint32_t>(bytes, 0) != magic)
        throw FatBinaryError("this is no fat binary: it does not begin as one");
    const auto header = at<uint16_t>(bytes, 6);
    const auto size = at<uint64_t>(bytes, 8);
    if (header < headerBytes || header > bytes.size() || size > bytes.size() - header)
        throw FatBinaryError("the fat binary ends too early");
    std::span<const std::byte> rest = bytes.subspan(header, size);
    std::vector<FatEntry> entries;
    while (rest.size() >= entryBytes) {
        const auto own = at<uint32_t>(rest, 4);
        const auto payload = at<uint64_t>(rest, 8);
        if (own < entryBytes || own > rest.size() || payload > rest.size() - own)
            throw FatBinaryError("an entry ends outside the fat binary");
        entries.push_back(readEntry(rest.first(own), rest.subspan(own, payload)));
        rest = rest.subspan(own + payload);
    }
    return entries;
}

std::vector<std::span<const std::byte>> fatBinariesIn(std::span<const std::byte> section) {
    std::vector<std::span<const std::byte>> found;
    for (size_t at = 0; at + headerBytes <= section.size();) {
        const size_t size = fatBinaryBytes(section.data() + at);
        if (size >= headerBytes && size <= section.size() - at) {
            found.push_back(section.subspan(at, size));
            at += (size + 7) / 8 * 8;
        } else {
            at += 8;
        }
    }
    return found;
}

CodeChoice chooseCode(std::span<const FatEntry> entries, unsigned architecture) {
    // Code for one architecture alone, or for its family, is better than code for all.
    const auto rank = [](const FatEntry& entry) {
        return 4 * entry.architecture + 2 * entry.specific + 1 * entry.family;
    };
    const auto fits = [&](const FatEntry& entry) {
        if (entry.specific)
            return entry.architecture == architecture;
        if (entry.family || entry.kind == CodeKind::Machine)
            return entry.architecture / 10 == architecture / 10 && entry.architecture <= architecture;
        return entry.architecture <= architecture;
    };
    const auto best = [&](CodeKind kind, auto&& also) {
        const FatEntry* found = nullptr;
        for (const FatEntry& entry : entries)
            if (entry.kind == kind && fits(entry) && also(entry) && (found == nullptr || rank(entry) > rank(*found)))
                found = &entry;
        return found;
    };
    CodeChoice choice;
    choice.ptx = best(CodeKind::Ptx, [](const FatEntry&) { return true; });
    // The machine code that belongs to the PTX, where there is some; else PTX that belongs to the machine code would
    // have been the other choice, and counts of one must not be read off the other.
    if (choice.ptx != nullptr)
        choice.machine = best(CodeKind::Machine, [&](const FatEntry& entry) {
            return entry.architecture == choice.ptx->architecture && entry.specific == choice.ptx->specific;
        });
    if (choice.ptx == nullptr)
        choice.machine = best(CodeKind::Machine, [](const FatEntry&) { return true; });
    return choice;
}

} // namespace warplens::kernels
