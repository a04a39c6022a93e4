// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/cubin.h"

#include "sim/sass/bytes.h"
#include "sim/sass/line_table.h"

#include <algorithm>
#include <string_view>

namespace warplens::sim::sass {
namespace {

struct Section {
    std::string_view name;
    uint32_t type = 0, link = 0, info = 0;
    uint64_t size = 0;
    std::span<const std::byte> bytes;
};

/// Sections that have a size and no bytes in the file; code that is still to be linked (-rdc=true) has types of its own
/// for global, local and shared variables.
bool hasNoBits(uint32_t type) {
    constexpr uint32_t noBits = 8, global = 0x70000007, local = 0x70000009, shared = 0x7000000a;
    return type == noBits || type == global || type == local || type == shared;
}

std::string_view textAt(std::span<const std::byte> bytes, size_t at) {
    if (at >= bytes.size())
        throw CubinError("a name lies outside the cubin");
    const auto* begin = reinterpret_cast<const char*>(bytes.data()) + at;
    return {begin, strnlen(begin, bytes.size() - at)};
}

std::vector<Section> readSections(std::span<const std::byte> file) {
    Reader header(file);
    if (file.size() < 64 || header.read<uint32_t>() != 0x464c457f)
        throw CubinError("this is no cubin: it does not begin as an ELF file");
    if (header.read<uint8_t>() != 2 || header.read<uint8_t>() != 1)
        throw CubinError("this is no cubin: it is not a 64-bit little-endian ELF file");
    header.seek(18);
    if (header.read<uint16_t>() != 190)
        throw CubinError("this is an ELF file, but not for a CUDA device");
    header.seek(40);
    const auto tableAt = header.read<uint64_t>();
    header.seek(58);
    const auto entryBytes = header.read<uint16_t>();
    const auto count = header.read<uint16_t>();
    const auto nameIndex = header.read<uint16_t>();
    if (entryBytes < 64)
        throw CubinError("the cubin's table of sections is damaged");

    std::vector<Section> sections(count);
    std::vector<uint32_t> names(count);
    for (size_t i = 0; i < count; ++i) {
        Reader row(file);
        row.seek(tableAt + i * entryBytes);
        names[i] = row.read<uint32_t>();
        sections[i].type = row.read<uint32_t>();
        row.read<uint64_t>(); // flags
        row.read<uint64_t>(); // address
        const auto offset = row.read<uint64_t>();
        const auto size = row.read<uint64_t>();
        sections[i].link = row.read<uint32_t>();
        sections[i].info = row.read<uint32_t>();
        sections[i].size = size;
        if (hasNoBits(sections[i].type))
            continue;
        if (offset > file.size() || size > file.size() - offset)
            throw CubinError("a section lies outside the cubin");
        sections[i].bytes = file.subspan(offset, size);
    }
    if (nameIndex >= count)
        throw CubinError("the cubin's sections have no names");
    for (size_t i = 0; i < count; ++i)
        sections[i].name = textAt(sections[nameIndex].bytes, names[i]);
    return sections;
}

std::vector<Instruction> readCode(std::span<const std::byte> code, unsigned architecture) {
    std::vector<Instruction> instructions;
    Reader reader(code);
    for (uint32_t offset = 0; offset + 16 <= code.size(); offset += 16) {
        Word word;
        word.low = reader.read<uint64_t>();
        word.high = reader.read<uint64_t>();
        instructions.push_back(decode(word, offset, architecture));
    }
    return instructions;
}

/// The compute capability times ten that the code is for: a byte of the file's flags, which one depends on the version
/// of the format.
unsigned readArchitecture(std::span<const std::byte> file) {
    Reader header(file);
    header.seek(8);
    const auto version = header.read<uint8_t>();
    header.seek(48);
    const auto flags = header.read<uint32_t>();
    return version >= 8 ? flags >> 8 & 0xff : flags & 0xff;
}

const Section* find(const std::vector<Section>& sections, std::string_view name) {
    const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.name == name; });
    return found == sections.end() ? nullptr : &*found;
}

/// Which section each relocation of a line table points to: by the place of the address in the table.
std::map<uint64_t, uint32_t> readRelocations(const std::vector<Section>& sections, const std::string& of) {
    std::map<uint64_t, uint32_t> target;
    for (const char* prefix : {".rela", ".rel"}) {
        const Section* table = find(sections, prefix + of);
        if (table == nullptr || table->link >= sections.size())
            continue;
        const std::span<const std::byte> symbols = sections[table->link].bytes;
        const size_t rowBytes = prefix == std::string_view(".rela") ? 24 : 16;
        for (size_t at = 0; at + rowBytes <= table->bytes.size(); at += rowBytes) {
            Reader row(table->bytes, at);
            const auto place = row.read<uint64_t>();
            const auto symbol = row.read<uint64_t>() >> 32;
            Reader entry(symbols);
            entry.seek(std::min<uint64_t>(symbol * 24 + 6, symbols.size()));
            target[place] = entry.read<uint16_t>();
        }
    }
    return target;
}

/// The registers of each kernel, by the section of its code. .nv.info is a row of attributes: a byte for the format,
/// one for the kind, two for the size or the value, then the bytes where the format is 4.
std::map<uint32_t, unsigned> readRegisterCounts(const std::vector<Section>& sections) {
    constexpr uint8_t withBytes = 4, registerCount = 0x2f;
    std::map<uint32_t, unsigned> counts;
    const Section* info = find(sections, ".nv.info");
    if (info == nullptr || info->link >= sections.size())
        return counts;
    const std::span<const std::byte> symbols = sections[info->link].bytes;
    Reader row(info->bytes);
    while (!row.atEnd()) {
        const auto format = row.read<uint8_t>();
        const auto kind = row.read<uint8_t>();
        const auto size = row.read<uint16_t>();
        if (format != withBytes)
            continue;
        const size_t next = row.at() + size;
        if (kind == registerCount && size >= 8) {
            const uint64_t symbol = row.read<uint32_t>();
            const auto registers = row.read<uint32_t>();
            Reader entry(symbols);
            entry.seek(std::min<uint64_t>(symbol * 24 + 6, symbols.size()));
            counts[entry.read<uint16_t>()] = registers;
        }
        row.seek(next);
    }
    return counts;
}

/// The value of an attribute of 16 bits in a kernel's .nv.info; 0 where it is not there.
unsigned shortAttribute(std::span<const std::byte> info, uint8_t wanted) {
    constexpr uint8_t withBytes = 4;
    Reader row(info);
    while (!row.atEnd()) {
        const auto format = row.read<uint8_t>();
        const auto kind = row.read<uint8_t>();
        const auto value = row.read<uint16_t>();
        if (format == withBytes)
            row.seek(row.at() + value);
        else if (kind == wanted)
            return value;
    }
    return 0;
}

/// The banks of constants, and where in bank 0 each kernel's parameters begin: they are the last of it.
void readConstants(const std::vector<Section>& sections, Cubin& cubin) {
    constexpr uint8_t parameterBytes = 0x19;
    constexpr std::string_view prefix = ".nv.constant";
    for (const Section& section : sections) {
        if (!section.name.starts_with(prefix) || section.name.size() == prefix.size())
            continue;
        ConstantBank bank;
        bank.bank = static_cast<unsigned>(section.name[prefix.size()] - '0');
        if (const size_t dot = section.name.find('.', prefix.size()); dot != std::string_view::npos)
            bank.function = section.name.substr(dot + 1);
        if (bank.bank == 0) {
            const Section* info = find(sections, ".nv.info." + bank.function);
            const unsigned size = info == nullptr ? 0 : shortAttribute(info->bytes, parameterBytes);
            for (Function& function : cubin.functions)
                if (function.name == bank.function && section.size >= size)
                    function.parameterAt = static_cast<unsigned>(section.size - size);
            continue;
        }
        bank.bytes.assign(section.bytes.begin(), section.bytes.end());
        cubin.constants.push_back(std::move(bank));
    }
}

} // namespace

Cubin readCubin(std::span<const std::byte> bytes) {
    const std::vector<Section> sections = readSections(bytes);
    Cubin cubin;
    cubin.architecture = readArchitecture(bytes);
    std::map<uint32_t, size_t> functionOf; // section to function
    constexpr std::string_view prefix = ".text.";
    for (uint32_t i = 0; i < sections.size(); ++i) {
        if (!sections[i].name.starts_with(prefix))
            continue;
        functionOf[i] = cubin.functions.size();
        Function function;
        function.name = sections[i].name.substr(prefix.size());
        function.instructions = readCode(sections[i].bytes, cubin.architecture);
        cubin.functions.push_back(std::move(function));
    }
    readConstants(sections, cubin);
    for (const auto& [section, registers] : readRegisterCounts(sections))
        if (const auto function = functionOf.find(section); function != functionOf.end())
            cubin.functions[function->second].registers = registers;
    // Calls `tell` for each instruction that has a row in that table.
    const auto readLines = [&](const std::string& name, const auto& tell) {
        const Section* section = find(sections, name);
        if (section == nullptr)
            return std::vector<std::string>();
        LineTable table = readLineTable(section->bytes);
        const std::map<uint64_t, uint32_t> relocations = readRelocations(sections, name);
        for (const LineSequence& sequence : table.sequences) {
            const auto relocation = relocations.find(sequence.addressAt);
            const auto function =
                relocation == relocations.end() ? functionOf.end() : functionOf.find(relocation->second);
            if (function == functionOf.end())
                continue;
            for (Instruction& instruction : cubin.functions[function->second].instructions)
                if (const LineRow* row = sequence.at(instruction.offset))
                    tell(instruction, *row);
        }
        return table.files;
    };
    cubin.hasLines = find(sections, ".nv_debug_line_sass") != nullptr;
    readLines(".nv_debug_line_sass", [](Instruction& i, const LineRow& row) { i.ptxLine = row.line; });
    cubin.files = readLines(".debug_line", [](Instruction& i, const LineRow& row) { i.source = {row.file, row.line}; });
    return cubin;
}

} // namespace warplens::sim::sass
