// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/line_table.h"

#include "sim/sass/bytes.h"

namespace warplens::sim::sass {
namespace {

/// The head of a unit: how its program is to be read.
struct Header {
    uint8_t step = 1, lineRange = 1, firstSpecial = 1;
    int8_t lineBase = 0;
    std::vector<uint8_t> lengths; ///< of the arguments, by opcode
    std::vector<uint16_t> files;  ///< by their number in the unit, into the table's
    size_t program = 0;           ///< where it begins
};

Header readHeader(Reader& r, LineTable& table) {
    Header header;
    const auto version = r.read<uint16_t>();
    const auto length = r.read<uint32_t>();
    header.program = r.at() + length;
    header.step = r.read<uint8_t>();
    if (version >= 4)
        r.read<uint8_t>();
    r.read<uint8_t>(); // default_is_stmt
    header.lineBase = r.read<int8_t>();
    header.lineRange = r.read<uint8_t>();
    header.firstSpecial = r.read<uint8_t>();
    for (int i = 1; i < header.firstSpecial; ++i)
        header.lengths.push_back(r.read<uint8_t>());
    if (header.lineRange == 0)
        throw CubinError("the cubin's line table is damaged");
    std::vector<std::string> folders{""};
    while (r.at() < header.program) {
        const std::string_view folder = r.text();
        if (folder.empty())
            break;
        folders.push_back(std::string(folder) + "/");
    }
    header.files.push_back(0);
    while (r.at() < header.program) {
        const std::string_view name = r.text();
        if (name.empty())
            break;
        const uint64_t folder = r.uleb();
        r.uleb(); // time
        r.uleb(); // size
        header.files.push_back(static_cast<uint16_t>(table.files.size()));
        table.files.push_back((folder < folders.size() ? folders[folder] : "") + std::string(name));
    }
    return header;
}

/// Runs the program of one unit.
class Program {
public:
    Program(Reader& reader, const Header& header, LineTable& table)
        : m_reader(reader)
        , m_header(header)
        , m_table(table) {}

    void run() {
        while (!m_reader.atEnd()) {
            const auto op = m_reader.read<uint8_t>();
            if (op >= m_header.firstSpecial)
                special(op - m_header.firstSpecial);
            else if (op == 0)
                extended();
            else
                standard(op);
        }
    }

private:
    void row(bool ends = false) {
        const uint16_t file = m_file < m_header.files.size() ? m_header.files[m_file] : uint16_t(0);
        m_sequence.rows.push_back({m_address, static_cast<uint32_t>(m_line), file, ends});
    }

    void special(unsigned adjusted) {
        m_address += adjusted / m_header.lineRange * m_header.step;
        m_line += m_header.lineBase + static_cast<int>(adjusted % m_header.lineRange);
        row();
    }

    void extended() {
        const uint64_t size = m_reader.uleb();
        const size_t next = m_reader.at() + size;
        const auto sub = size ? m_reader.read<uint8_t>() : uint8_t(0);
        if (sub == 1) {
            row(true);
            m_table.sequences.push_back(std::move(m_sequence));
            m_sequence = {};
            m_address = 0;
            m_line = 1;
            m_file = 1;
        } else if (sub == 2) {
            m_sequence.addressAt = m_reader.at();
            m_address = m_reader.read<uint64_t>();
        }
        m_reader.seek(next);
    }

    void standard(unsigned op) {
        switch (op) {
        case 1:
            row();
            break;
        case 2:
            m_address += m_reader.uleb() * m_header.step;
            break;
        case 3:
            m_line += m_reader.sleb();
            break;
        case 4:
            m_file = m_reader.uleb();
            break;
        case 8:
            m_address += uint64_t(255 - m_header.firstSpecial) / m_header.lineRange * m_header.step;
            break;
        case 9:
            m_address += m_reader.read<uint16_t>();
            break;
        default:
            for (unsigned i = 0; op <= m_header.lengths.size() && i < m_header.lengths[op - 1]; ++i)
                m_reader.uleb();
        }
    }

    Reader& m_reader;
    const Header& m_header;
    LineTable& m_table;
    LineSequence m_sequence;
    uint64_t m_address = 0, m_file = 1;
    int64_t m_line = 1;
};

} // namespace

const LineRow* LineSequence::at(uint64_t address) const {
    const LineRow* found = nullptr;
    for (const LineRow& row : rows) {
        if (row.address > address)
            break;
        found = row.endsSequence ? nullptr : &row;
    }
    return found;
}

LineTable readLineTable(std::span<const std::byte> section) {
    LineTable table;
    table.files.emplace_back();
    Reader unit(section);
    while (!unit.atEnd()) {
        const size_t begin = unit.at();
        const auto length = unit.read<uint32_t>();
        const size_t end = begin + 4 + length;
        if (length == 0 || end > section.size())
            break;
        Reader reader(section.first(end), begin + 4);
        const Header header = readHeader(reader, table);
        reader.seek(header.program);
        Program(reader, header, table).run();
        unit.seek(end);
    }
    return table;
}

} // namespace warplens::sim::sass
