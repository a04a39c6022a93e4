// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/program/elf_file.h"

#include "kernels/files/bounded_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warplens::kernels {
namespace {

std::string contentsOf(const std::filesystem::path& file) {
    try {
        return readBytes(file, dataLimit);
    } catch (const FileError& error) {
        throw ElfError(error.what());
    }
}

} // namespace

ElfFile::ElfFile(const std::filesystem::path& file)
    : m_bytes(contentsOf(file)) {
    const auto bytes = std::as_bytes(std::span(m_bytes));
    const auto damaged = [&] { return ElfError(fmt::format("{} is damaged", file.string())); };
    const auto read = [&]<class T>(uint64_t at, T& into) {
        if (at > bytes.size() || sizeof into > bytes.size() - at)
            throw damaged();
        std::memcpy(&into, bytes.data() + at, sizeof into);
    };
    Elf64_Ehdr header;
    if (bytes.size() < sizeof header || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0)
        throw ElfError(fmt::format("{} is no program", file.string()));
    read(0, header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64)
        throw ElfError(fmt::format("{} is a program for another machine", file.string()));
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        throw ElfError(fmt::format("{} is no program that can be run", file.string()));

    std::vector<Elf64_Shdr> headers(header.e_shnum);
    for (size_t i = 0; i < headers.size(); ++i)
        read(header.e_shoff + i * header.e_shentsize, headers[i]);
    const auto bytesOf = [&](const Elf64_Shdr& section) -> std::span<const std::byte> {
        if (section.sh_type == SHT_NOBITS)
            return {};
        if (section.sh_offset > bytes.size() || section.sh_size > bytes.size() - section.sh_offset)
            throw damaged();
        return bytes.subspan(section.sh_offset, section.sh_size);
    };
    const auto textIn = [&](std::span<const std::byte> table, uint64_t at) -> std::string {
        if (at >= table.size())
            throw damaged();
        const auto* begin = reinterpret_cast<const char*>(table.data()) + at;
        return {begin, strnlen(begin, table.size() - at)};
    };
    if (header.e_shstrndx >= headers.size())
        return; // stripped of its sections, too
    const std::span<const std::byte> names = bytesOf(headers[header.e_shstrndx]);
    for (const Elf64_Shdr& section : headers) {
        m_sections.push_back({textIn(names, section.sh_name), bytesOf(section)});
        if (section.sh_type != SHT_DYNAMIC || section.sh_link >= headers.size())
            continue;
        const std::span<const std::byte> strings = bytesOf(headers[section.sh_link]);
        for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= section.sh_size; at += sizeof(Elf64_Dyn)) {
            Elf64_Dyn row;
            read(section.sh_offset + at, row);
            if (row.d_tag == DT_NEEDED)
                m_libraries.push_back(textIn(strings, row.d_un.d_val));
        }
    }
}

std::span<const std::byte> ElfFile::section(const std::string& name) const {
    const auto found =
        std::find_if(m_sections.begin(), m_sections.end(), [&](const auto& s) { return s.name == name; });
    return found == m_sections.end() ? std::span<const std::byte>() : found->bytes;
}

bool ElfFile::hasText(std::string_view text) const {
    return m_bytes.find(text) != std::string::npos;
}

RuntimeLinkage runtimeLinkage(const ElfFile& file) {
    const auto wants = [&](const char* name) {
        return std::any_of(file.libraries().begin(), file.libraries().end(),
                           [&](const std::string& library) { return library.starts_with(name); });
    };
    if (wants("libcudart.so"))
        return RuntimeLinkage::Shared;
    // The static runtime opens the driver by name; code that was compiled by nvcc needs one runtime or the other.
    if (!file.section(".nvFatBinSegment").empty() && file.hasText("libcuda.so.1"))
        return RuntimeLinkage::Static;
    return wants("libcuda.so") ? RuntimeLinkage::Driver : RuntimeLinkage::None;
}

} // namespace warplens::kernels
