// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/cubin.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

namespace warplens::sim::sass {
namespace {

/// Reads little-endian values out of a range of bytes; beyond its end it throws.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes, size_t at = 0)
        : m_bytes(bytes)
        , m_at(at) {}
    template<class T>
    T read() {
        T value;
        need(sizeof value);
        std::memcpy(&value, m_bytes.data() + m_at, sizeof value);
        m_at += sizeof value;
        return value;
    }
    uint64_t uleb() {
        uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const auto byte = read<uint8_t>();
            if (shift < 64)
                value |= uint64_t(byte & 0x7f) << shift;
            if (!(byte & 0x80))
                return value;
        }
    }
    int64_t sleb() {
        uint64_t value = 0;
        for (unsigned shift = 0;;) {
            const auto byte = read<uint8_t>();
            if (shift < 64)
                value |= uint64_t(byte & 0x7f) << shift;
            shift += 7;
            if (!(byte & 0x80)) {
                if ((byte & 0x40) && shift < 64)
                    value |= ~0ull << shift;
                return static_cast<int64_t>(value);
            }
        }
    }
    size_t at() const { return m_at; }
    void seek(size_t at) {
        if (at > m_bytes.size())
            throw CubinError("the cubin ends too early");
        m_at = at;
    }
    bool atEnd() const { return m_at >= m_bytes.size(); }

private:
    void need(size_t count) const {
        if (count > m_bytes.size() - std::min(m_at, m_bytes.size()))
            throw CubinError("the cubin ends too early");
    }
    std::span<const std::byte> m_bytes;
    size_t m_at;
};

struct Section {
    std::string_view name;
    uint32_t type = 0, link = 0, info = 0;
    std::span<const std::byte> bytes;
};

constexpr uint32_t noBits = 8;

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
        if (sections[i].type == noBits)
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

struct Opcode {
    uint16_t code;
    Kind kind;
};
constexpr Opcode opcodes[] = {
    {0x984, Kind::SharedLoad},   {0x388, Kind::SharedStore},  {0x988, Kind::SharedStore},  {0x381, Kind::GlobalLoad},
    {0x981, Kind::GlobalLoad},   {0x386, Kind::GlobalStore},  {0x986, Kind::GlobalStore},  {0x980, Kind::GenericLoad},
    {0x385, Kind::GenericStore}, {0x985, Kind::GenericStore}, {0x983, Kind::LocalLoad},    {0x387, Kind::LocalStore},
    {0x987, Kind::LocalStore},   {0x38c, Kind::SharedAtomic}, {0x98c, Kind::SharedAtomic}, {0x38d, Kind::SharedAtomic},
    {0xf8c, Kind::SharedCount},  {0x3a8, Kind::GlobalAtomic}, {0x3a9, Kind::GlobalAtomic}, {0x9a8, Kind::GlobalAtomic},
    {0x98e, Kind::GlobalAtomic}, {0xfae, Kind::Copy},         {0x947, Kind::Branch},       {0x94d, Kind::Branch},
};

std::vector<Instruction> readCode(std::span<const std::byte> code) {
    static constexpr uint8_t widths[] = {1, 1, 2, 2, 4, 8, 16, 0};
    std::vector<Instruction> instructions;
    Reader reader(code);
    for (uint32_t offset = 0; offset + 16 <= code.size(); offset += 16) {
        const auto low = reader.read<uint64_t>();
        const auto high = reader.read<uint64_t>();
        Instruction instruction;
        instruction.offset = offset;
        instruction.opcode = low & 0xfff;
        instruction.guarded = (low >> 12 & 15) != 7;
        instruction.never = (low >> 12 & 15) == 15;
        for (const Opcode& row : opcodes)
            if (row.code == instruction.opcode) {
                instruction.kind = row.kind;
                instruction.bytes = row.kind == Kind::Branch ? uint8_t(0) : widths[high >> 9 & 7];
            }
        instructions.push_back(instruction);
    }
    return instructions;
}

struct LineRow {
    uint64_t address;
    uint32_t line;
    bool endsSequence;
};
struct LineSequence {
    size_t addressAt = 0; ///< where in the section its address stands: a relocation names the function
    std::vector<LineRow> rows;
};

// The line number program of DWARF 2 (section 6.2 of that standard), as far as cubins use it.
std::vector<LineSequence> readLines(std::span<const std::byte> bytes) {
    std::vector<LineSequence> sequences;
    Reader unit(bytes);
    while (!unit.atEnd()) {
        const size_t begin = unit.at();
        const auto length = unit.read<uint32_t>();
        const size_t end = begin + 4 + length;
        if (length == 0 || end > bytes.size())
            break;
        Reader r(bytes.first(end), begin + 4);
        const auto version = r.read<uint16_t>();
        const auto headerLength = r.read<uint32_t>();
        const size_t program = r.at() + headerLength;
        const auto step = r.read<uint8_t>();
        if (version >= 4)
            r.read<uint8_t>();
        r.read<uint8_t>(); // default_is_stmt
        const auto lineBase = r.read<int8_t>();
        const auto lineRange = r.read<uint8_t>();
        const auto firstSpecial = r.read<uint8_t>();
        std::vector<uint8_t> lengths;
        for (int i = 1; i < firstSpecial; ++i)
            lengths.push_back(r.read<uint8_t>());
        if (lineRange == 0)
            throw CubinError("the cubin's line table is damaged");
        r.seek(program);

        LineSequence sequence;
        uint64_t address = 0;
        int64_t line = 1;
        const auto row = [&](bool ends = false) {
            sequence.rows.push_back({address, static_cast<uint32_t>(line), ends});
        };
        while (!r.atEnd()) {
            const auto op = r.read<uint8_t>();
            if (op >= firstSpecial) {
                const unsigned adjusted = op - firstSpecial;
                address += adjusted / lineRange * step;
                line += lineBase + static_cast<int>(adjusted % lineRange);
                row();
                continue;
            }
            switch (op) {
            case 0: { // extended
                const uint64_t size = r.uleb();
                const size_t next = r.at() + size;
                const auto sub = size ? r.read<uint8_t>() : uint8_t(0);
                if (sub == 1) {
                    row(true);
                    sequences.push_back(std::move(sequence));
                    sequence = {};
                    address = 0;
                    line = 1;
                } else if (sub == 2) {
                    sequence.addressAt = r.at();
                    address = r.read<uint64_t>();
                }
                r.seek(next);
                break;
            }
            case 1:
                row();
                break;
            case 2:
                address += r.uleb() * step;
                break;
            case 3:
                line += r.sleb();
                break;
            case 8:
                address += uint64_t(255 - firstSpecial) / lineRange * step;
                break;
            case 9:
                address += r.read<uint16_t>();
                break;
            default:
                for (unsigned i = 0; op <= lengths.size() && i < lengths[op - 1]; ++i)
                    r.uleb();
            }
        }
        unit.seek(end);
    }
    return sequences;
}

/// The line of an address: that of the last row at or before it.
uint32_t lineAt(const LineSequence& sequence, uint64_t address) {
    uint32_t line = 0;
    for (const LineRow& row : sequence.rows) {
        if (row.address > address)
            break;
        line = row.endsSequence ? 0 : row.line;
    }
    return line;
}

const Section* find(const std::vector<Section>& sections, std::string_view name) {
    const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.name == name; });
    return found == sections.end() ? nullptr : &*found;
}

/// Which section each relocation of the line table points to: by the place of the address in the table.
std::map<uint64_t, uint32_t> readRelocations(const std::vector<Section>& sections) {
    std::map<uint64_t, uint32_t> target;
    for (const std::string_view name : {".rela.nv_debug_line_sass", ".rel.nv_debug_line_sass"}) {
        const Section* table = find(sections, name);
        if (table == nullptr || table->link >= sections.size())
            continue;
        const std::span<const std::byte> symbols = sections[table->link].bytes;
        const size_t rowBytes = name.starts_with(".rela") ? 24 : 16;
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

} // namespace

Cubin readCubin(std::span<const std::byte> bytes) {
    const std::vector<Section> sections = readSections(bytes);
    Cubin cubin;
    std::map<uint32_t, size_t> functionOf; // section to function
    constexpr std::string_view prefix = ".text.";
    for (uint32_t i = 0; i < sections.size(); ++i) {
        if (!sections[i].name.starts_with(prefix))
            continue;
        functionOf[i] = cubin.functions.size();
        Function function;
        function.name = sections[i].name.substr(prefix.size());
        function.instructions = readCode(sections[i].bytes);
        cubin.functions.push_back(std::move(function));
    }
    for (const auto& [section, registers] : readRegisterCounts(sections))
        if (const auto function = functionOf.find(section); function != functionOf.end())
            cubin.functions[function->second].registers = registers;
    const Section* lines = find(sections, ".nv_debug_line_sass");
    if (lines == nullptr)
        return cubin;
    cubin.hasLines = true;
    const std::map<uint64_t, uint32_t> relocations = readRelocations(sections);
    for (const LineSequence& sequence : readLines(lines->bytes)) {
        const auto relocation = relocations.find(sequence.addressAt);
        const auto function = relocation == relocations.end() ? functionOf.end() : functionOf.find(relocation->second);
        if (function == functionOf.end())
            continue;
        for (Instruction& instruction : cubin.functions[function->second].instructions)
            if (const uint32_t line = lineAt(sequence, instruction.offset); line != 0)
                instruction.ptxLine = line;
    }
    return cubin;
}

} // namespace warplens::sim::sass
