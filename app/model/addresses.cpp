// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/addresses.h"

#include "app/tongue/numbers.h"
#include "app/tongue/say.h"
#include "sim/memory/global_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace warplens::app {
namespace {

using sim::memory::GlobalRule;
using sim::memory::lanesPerWarp;
using tongue::counted;
using tongue::said;

constexpr unsigned wordBytes = 4, sectorBytes = 32, lineBytes = 128;
constexpr int64_t longestRow = 32 * sectorBytes; ///< bytes of a row that can be told apart
constexpr size_t fewestRows = 8;

/// Rows as they are declared, where they are whole words; else rows of all banks.
void shape(SharedMap& map, const Scene& scene, const Request& request) {
    const SharedArray* array = request.array >= 0 ? &scene.shareds[static_cast<size_t>(request.array)] : nullptr;
    const auto words = [](int64_t elements, unsigned bytes) { return elements * bytes / wordBytes; };
    if (array != nullptr && array->rows > 1 && array->columns * array->elementBytes % wordBytes == 0 &&
        array->offset % wordBytes == 0) {
        map.asDeclared = true;
        map.firstWord = array->offset / wordBytes;
        map.rows = array->rows;
        map.rowWords = words(array->columns, array->elementBytes);
        map.usedWords = std::clamp<int64_t>(words(array->usedColumns, array->elementBytes), 1, map.rowWords);
        map.title = counted("{1}: {2} rows of {0} word(s)", static_cast<uint64_t>(map.rowWords), array->name, map.rows);
        if (map.usedWords < map.rowWords)
            map.title += said(", {0} of them padding", map.rowWords - map.usedWords);
        return;
    }
    uint64_t first = UINT64_MAX, last = 0;
    for (const sim::memory::BankWord& word : request.words) {
        first = std::min(first, word.word);
        last = std::max(last, word.word);
    }
    if (array != nullptr) {
        first = array->offset / wordBytes;
        last = std::max(first, (array->offset + array->bytes - 1) / wordBytes);
    }
    const uint64_t across = map.banks * map.bankBytes / wordBytes;
    map.firstWord = first / across * across;
    map.rowWords = map.usedWords = static_cast<int64_t>(across);
    map.rows = static_cast<int64_t>((last - map.firstWord) / across + 1);
    map.title = said("{0}: {1} words to a row of the picture, {2} banks",
                     array != nullptr ? array->name : said("shared memory"), map.rowWords, map.banks);
}

void findTouched(SharedMap& map, const Request& request) {
    std::map<uint64_t, SharedMap::Cell> cells;
    std::vector<std::set<uint64_t>> byBank(map.banks);
    for (const sim::memory::BankWord& word : request.words) {
        if (word.word < map.firstWord)
            continue;
        const auto index = static_cast<int64_t>(word.word - map.firstWord);
        auto [at, fresh] = cells.try_emplace(word.word);
        SharedMap::Cell& cell = at->second;
        cell.row = index / map.rowWords;
        cell.column = index % map.rowWords;
        cell.bank = word.bank;
        cell.wavefront = fresh ? word.wavefront : std::min<unsigned>(cell.wavefront, word.wavefront);
        cell.lanes |= 1u << word.lane;
        if (word.bank < byBank.size())
            byBank[word.bank].insert(word.word);
    }
    for (const auto& [word, cell] : cells)
        map.touched.push_back(cell);
    for (const auto& words : byBank)
        map.wanted.push_back(static_cast<unsigned>(words.size()));
}

/// No two words of the request are in a row or a column: what XOR makes of a column.
bool isSpread(const SharedMap& map) {
    std::set<int64_t> rows, columns;
    for (const SharedMap::Cell& cell : map.touched) {
        rows.insert(cell.row);
        columns.insert(cell.column);
    }
    return map.touched.size() > 1 && rows.size() == map.touched.size() && columns.size() == map.touched.size();
}

void sayShared(SharedMap& map) {
    const unsigned shift = map.shift();
    const Tone tone = map.conflicts() ? Tone::Bad : Tone::Good;
    const auto across = static_cast<uint64_t>(map.rowWords);
    const Phrase row{std::to_string(across)};
    if (!map.asDeclared)
        map.sentence = sentence("One row of the picture is one word of every bank: a column is a bank.");
    else if (shift == 0 && isSpread(map))
        map.sentence = sentenceFor(
            "A row is {0} word(s) long: every row begins in the same bank, but this request takes {1}.", across,
            {row, {said("each row from another column"), map.conflicts() ? Tone::Plain : Tone::Good}});
    else if (shift == 0)
        map.sentence = sentenceFor("A row is {0} word(s) long: every row begins in {1}, so a column is one bank.",
                                   across, {row, {said("the same bank"), map.conflicts() ? Tone::Bad : Tone::Plain}});
    else
        map.sentence = sentenceFor(
            "A row is {0} word(s) long: every row begins {1}.", across,
            {row, {counted("(one bank|{0} banks) further", shift), map.conflicts() ? Tone::Plain : Tone::Good}});
    const auto used = static_cast<size_t>(
        std::count_if(map.wanted.begin(), map.wanted.end(), [](unsigned words) { return words > 0; }));
    const std::string words = counted("{0} word(s)", map.touched.size()), banks = counted("{0} bank(s)", used);
    map.verdict = {
        {counted("{0} wavefront(s)", map.wavefronts), tone},
        {(map.conflicts() ? said(" instead of {0}", map.ideal) : std::string()) + said(": {0} of {1}", words, banks),
         Tone::Plain}};
    if (used > 1 && map.most() > 1)
        map.verdict.push_back({said(", up to {0} of one bank", map.most()), Tone::Plain});
    map.verdict.push_back({".", Tone::Plain});
}

/// Where a row of the picture begins, for a byte of memory.
class Rows {
public:
    Rows(const Scene& scene, const Request& request)
        : m_array(request.array >= 0 ? &scene.globals[static_cast<size_t>(request.array)] : nullptr) {
        if (m_array == nullptr || m_array->rows <= 1)
            return;
        m_bytes = static_cast<uint64_t>(m_array->columns) * m_array->elementBytes;
        // All sectors within what can be told apart, seen from their rows?
        int64_t first = INT64_MAX, end = INT64_MIN;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
            if (request.active(lane)) {
                const auto offset = static_cast<int64_t>((request.access.address[lane] - m_array->base) % m_bytes);
                first = std::min(first, offset);
                end = std::max(end, offset + request.access.bytes);
            }
        m_byRow = end - first <= longestRow;
    }
    bool byRow() const { return m_byRow; }
    uint64_t bytes() const { return m_byRow ? m_bytes : lineBytes; }
    uint64_t beginOf(uint64_t address) const {
        return m_byRow ? m_array->base + (address - m_array->base) / m_bytes * m_bytes
                       : address / lineBytes * lineBytes;
    }
    std::string labelOf(uint64_t begin) const {
        return m_byRow ? fmt::format("{}", (begin - m_array->base) / m_bytes) : fmt::format("0x{:x}", begin);
    }
    bool has(uint64_t begin) const {
        return m_array != nullptr && begin >= m_array->base / lineBytes * lineBytes &&
               begin < m_array->base + m_array->bytes;
    }
    const GlobalArray* array() const { return m_array; }

private:
    const GlobalArray* m_array;
    uint64_t m_bytes = lineBytes;
    bool m_byRow = false;
};

void fillRows(GlobalMap& map, const Request& request, const Rows& rows) {
    std::map<uint64_t, GlobalMap::Row> found; // by where they begin
    for (GlobalMap::Sector sector : touchedSectors(request)) {
        // The row of the first byte that is wanted: the sector may begin in the one before.
        const uint64_t begin = rows.beginOf(sector.address + static_cast<unsigned>(std::countr_zero(sector.used)));
        sector.offset = static_cast<int64_t>(sector.address) - static_cast<int64_t>(begin);
        found[begin].sectors.push_back(sector);
    }
    // A few rows more, where one or two would look lost.
    for (uint64_t begin = found.begin()->first; found.size() < fewestRows;) {
        begin += rows.bytes();
        if (!rows.has(begin))
            break;
        found[begin];
    }
    for (auto& [begin, row] : found) {
        row.begin = begin;
        row.label = rows.labelOf(begin);
        map.rows.push_back(std::move(row));
    }
}

/// The bytes of a row that are shown: what moves, and at least a line of 128 bytes around it.
void fillSpan(GlobalMap& map, const Rows& rows) {
    int64_t first = INT64_MAX, end = INT64_MIN;
    for (const GlobalMap::Row& row : map.rows)
        for (const GlobalMap::Sector& sector : row.sectors) {
            first = std::min(first, sector.offset);
            end = std::max(end, sector.offset + sectorBytes);
        }
    if (!rows.byRow()) {
        map.first = 0;
        map.end = lineBytes;
        return;
    }
    const auto whole = static_cast<int64_t>(rows.bytes());
    constexpr int64_t least = 8 * sectorBytes;
    if (end - first < least)
        end = std::max(end, std::min(first + least, std::max(whole, first + sectorBytes)));
    if (end - first < least)
        first = std::min(first, std::max<int64_t>(0, end - least));
    map.first = first;
    map.end = end;
    if (first >= 0)
        map.firstColumn = first / map.elementBytes;
}

void sayGlobal(GlobalMap& map, const Request& request) {
    const uint64_t waste = map.wasted();
    const bool bad = map.wasteful();
    const bool broadcast = request.activeLanes() > 1 && map.wanted == request.access.bytes;
    const Phrase wanted{std::to_string(map.wanted)}, moved{said("{0} moved", map.moved), bad ? Tone::Bad : Tone::Plain};
    map.sentence = map.load ? sentenceFor("{0} byte(s) wanted, {1}", map.wanted, {wanted, moved})
                            : sentenceFor("{0} byte(s) written, {1}", map.wanted, {wanted, moved});
    if (broadcast)
        map.sentence.push_back({said(": all {0} lanes want the same", request.activeLanes()), Tone::Merged});
    else if (waste == 0)
        map.sentence.push_back({said(": nothing is thrown away"), Tone::Good});
    else
        map.sentence.push_back({map.load ? said(": {0} are thrown away", shareText(waste, map.moved))
                                         : said(": {0} are not written", shareText(waste, map.moved)),
                                Tone::Plain});
    map.sentence.push_back({".", Tone::Plain});
}

} // namespace

std::string shareText(uint64_t part, uint64_t whole) {
    const uint64_t by = std::gcd(part, whole);
    if (by == 0)
        return said("none");
    if (whole / by <= 32)
        return said("{0} of {1}", part / by, whole / by);
    return tongue::percent(static_cast<double>(part) / static_cast<double>(whole));
}

unsigned SharedMap::bankOf(int64_t row, int64_t column) const {
    const uint64_t word = firstWord + static_cast<uint64_t>(row * rowWords + column);
    return static_cast<unsigned>(word * wordBytes / bankBytes % banks);
}

unsigned SharedMap::most() const {
    return wanted.empty() ? 0 : *std::max_element(wanted.begin(), wanted.end());
}

SharedMap sharedMap(const Scene& scene, const Request& request) {
    SharedMap map;
    const sim::memory::Architecture& architecture = scene.simulation->architecture();
    map.banks = architecture.banks;
    map.bankBytes = architecture.bankBytes;
    map.wavefronts = request.cost.wavefronts;
    map.ideal = request.cost.wavefrontsIdeal;
    shape(map, scene, request);
    findTouched(map, request);
    sayShared(map);
    return map;
}

std::vector<GlobalMap::Sector> touchedSectors(const Request& request) {
    std::map<uint64_t, GlobalMap::Sector> sectors;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        for (unsigned byte = 0; request.active(lane) && byte < request.access.bytes; ++byte) {
            const uint64_t address = request.access.address[lane] + byte;
            GlobalMap::Sector& sector = sectors[address / sectorBytes];
            sector.address = address / sectorBytes * sectorBytes;
            sector.used |= 1u << (address - sector.address);
            sector.lanes |= 1u << lane;
        }
    std::vector<GlobalMap::Sector> all;
    for (const auto& [number, sector] : sectors)
        all.push_back(sector);
    return all;
}

GlobalMap globalMap(const Scene& scene, const Request& request) {
    GlobalMap map;
    if (request.activeLanes() == 0)
        return map;
    const Rows rows(scene, request);
    map.byRow = rows.byRow();
    map.load = isLoad(request.kind);
    const std::string name = rows.array() != nullptr ? rows.array()->name : said("global memory");
    map.title = map.byRow ? said("{0}: a row of the picture is a row of the matrix", name)
                          : said("{0}: a row of the picture is a line of 128 bytes", name);
    map.elementBytes = rows.array() != nullptr ? rows.array()->elementBytes : wordBytes;
    map.wanted = request.distinctBytes();
    map.sectors = request.cost.sectors;
    map.sectorsIdeal = request.cost.sectorsIdeal;
    map.lines = request.cost.lines;
    map.linesIdeal = (map.sectorsIdeal + 3) / 4;
    map.moved = uint64_t{map.sectors} * sectorBytes;
    if (scene.movedIn() == MovedIn::Bytes)
        map.transactions =
            sim::memory::transactions({.sectors = map.sectors, .sectorsIdeal = map.sectorsIdeal, .lines = map.lines},
                                      scene.simulation->architecture().global);
    fillRows(map, request, rows);
    fillSpan(map, rows);
    size_t drawn = 0;
    for (const GlobalMap::Row& row : map.rows)
        drawn += row.sectors.size();
    map.drawsAll = drawn == map.sectors;
    if (scene.simulation->architecture().global == GlobalRule::Sectors)
        map.cost =
            map.lines > map.linesIdeal
                ? counted("L1 looks up one line a clock: this request keeps it busy for {0} clock(s), with its "
                          "bytes side by side for {1}.",
                          map.lines, map.linesIdeal)
                : counted("L1 looks up one line a clock: this request keeps it busy for {0} clock(s).", map.lines);
    sayGlobal(map, request);
    return map;
}

} // namespace warplens::app
