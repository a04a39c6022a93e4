// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/memory_map.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr uint64_t sectorBytes = 32;

/// Runs of places that nobody touches: where they begin and end.
std::vector<std::pair<size_t, size_t>> runsBetween(const BandsWants& wants) {
    std::vector<std::pair<size_t, size_t>> runs;
    size_t begin = 0;
    for (const size_t place : wants.touched) {
        if (place > begin)
            runs.emplace_back(begin, place);
        begin = place + 1;
    }
    if (begin < wants.places)
        runs.emplace_back(begin, wants.places);
    return runs;
}

std::vector<Bands::Band> folded(const BandsWants& wants, const std::vector<std::pair<size_t, size_t>>& runs,
                                size_t together) {
    std::vector<Bands::Band> all;
    auto touched = wants.touched.begin();
    const auto addTouched = [&](size_t before) {
        for (; touched != wants.touched.end() && *touched < before; ++touched)
            all.push_back({.first = *touched, .count = 1, .touched = true});
    };
    for (const auto& [begin, end] : runs) {
        addTouched(begin);
        for (size_t first = begin; first < end; first += together)
            all.push_back({.first = first, .count = std::min(together, end - first), .touched = false});
    }
    addTouched(SIZE_MAX);
    return all;
}

/// Where there are more bands than pixels, two by two.
void joinPairs(std::vector<Bands::Band>& all) {
    std::vector<Bands::Band> joined;
    for (size_t i = 0; i < all.size(); i += 2) {
        joined.push_back(all[i]);
        if (i + 1 < all.size()) {
            joined.back().count += all[i + 1].count;
            joined.back().touched |= all[i + 1].touched;
        }
    }
    all = std::move(joined);
}

} // namespace

std::optional<size_t> Bands::of(size_t place) const {
    const auto after =
        std::upper_bound(all.begin(), all.end(), place, [](size_t p, const Band& band) { return p < band.first; });
    if (after == all.begin() || place >= (after - 1)->first + (after - 1)->count)
        return {};
    return static_cast<size_t>(after - all.begin() - 1);
}

std::optional<size_t> Bands::at(double pixel) const {
    const auto after =
        std::upper_bound(all.begin(), all.end(), pixel, [](double p, const Band& band) { return p < band.begin; });
    if (after == all.begin() || pixel >= (after - 1)->begin + (after - 1)->size)
        return {};
    return static_cast<size_t>(after - all.begin() - 1);
}

Bands layOutBands(double extent, const BandsWants& wants) {
    Bands bands;
    if (extent < 1)
        return bands;
    const auto places = static_cast<double>(wants.places);
    double size = std::min(extent / places, wants.largest), thin = size;
    const auto runs = runsBetween(wants);
    size_t together = 1;
    if (size < wants.least) {
        const auto needed = [&](size_t each) {
            double all = static_cast<double>(wants.touched.size()) * wants.least;
            for (const auto& [begin, end] : runs)
                all += std::ceil(static_cast<double>(end - begin) / static_cast<double>(each)) * wants.thin;
            return all;
        };
        while (needed(together) > extent && together < wants.places)
            together *= 2;
    }
    bands.all = folded(wants, runs, together);
    while (static_cast<double>(bands.all.size()) > extent)
        joinPairs(bands.all);
    if (size < wants.least) {
        const auto touched = static_cast<double>(
            std::count_if(bands.all.begin(), bands.all.end(), [](const Bands::Band& b) { return b.touched; }));
        const auto others = static_cast<double>(bands.all.size()) - touched;
        size = touched > 0 ? std::min((extent - others * wants.thin) / touched, wants.largest) : 0;
        thin = others > 0 ? (extent - touched * size) / others : 0;
        if (size < thin) // there is no room for a difference
            size = thin = extent / (touched + others);
        else // what stands for several stays the smaller one
            thin = std::min(thin, std::max(wants.thin, size * (together > 1 ? 0.6 : 1)));
    }
    double begin = 0;
    for (Bands::Band& band : bands.all) {
        band.begin = begin;
        band.size = band.touched ? size : thin;
        begin += band.size;
        bands.most = std::max(bands.most, band.count);
    }
    return bands;
}

std::pair<uint64_t, uint64_t> MappedArray::placeOf(uint64_t byte) const {
    const uint64_t row = std::min(byte / rowBytes, rows() - 1);
    return {row, byte / sectorBytes - row * rowBytes / sectorBytes};
}

std::optional<uint64_t> MappedArray::sectorAt(uint64_t row, uint64_t column) const {
    const uint64_t sector = row * rowBytes / sectorBytes + column;
    const uint64_t end = std::min((row + 1) * rowBytes, bytes);
    return sector * sectorBytes < end ? std::optional(sector) : std::nullopt;
}

uint64_t MappedArray::columns() const {
    if (rowBytes % sectorBytes == 0 || rows() == 1)
        return std::max<uint64_t>(1, (std::min(rowBytes, bytes) + sectorBytes - 1) / sectorBytes);
    return (rowBytes + 2 * sectorBytes - 1) / sectorBytes; // a row may begin within a sector
}

QRectF MemoryMap::cell(size_t row, size_t column) const {
    const Bands::Band &down = rows.all[row], &across = columns.all[column];
    const QRectF whole(cells.left() + across.begin, cells.top() + down.begin, across.size, down.size);
    const double gap = std::min({1.0, whole.width() / 6, whole.height() / 6});
    return whole.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
}

QRectF MemoryMap::cellOf(uint64_t byte) const {
    const auto [row, column] = array.placeOf(byte);
    const auto down = rows.of(row), across = columns.of(column);
    return down && across && byte < array.bytes ? cell(*down, *across) : QRectF();
}

QRectF MemoryMap::bytes(uint64_t byte, unsigned count) const {
    const QRectF whole = cellOf(byte);
    const double each = whole.width() / static_cast<double>(sectorBytes);
    return {whole.left() + static_cast<double>(byte % sectorBytes) * each, whole.top(), count * each, whole.height()};
}

std::optional<uint64_t> MemoryMap::sectorAt(const QPointF& point) const {
    const auto down = rows.at(point.y() - cells.top()), across = columns.at(point.x() - cells.left());
    if (!down || !across)
        return {};
    return array.sectorAt(rows.all[*down].first, columns.all[*across].first);
}

MemoryMap layOutMemory(const QRectF& area, double scale, const MappedArray& array, const std::vector<uint64_t>& touched,
                       double rowNumberWidth) {
    MemoryMap map;
    map.array = array;
    const double numbers = 14 * scale, line = 17 * scale; // words have descenders
    map.note = QRectF(area.left(), area.bottom() - line, area.width(), line);
    map.columnNumbers =
        QRectF(area.left() + rowNumberWidth, area.top(), std::max(1.0, area.width() - rowNumberWidth), numbers);
    BandsWants down{
        .places = array.rows(), .touched = {}, .least = 6 * scale, .thin = 3 * scale, .largest = 36 * scale},
        across{.places = array.columns(), .touched = {}, .least = 24 * scale, .thin = 3 * scale, .largest = 72 * scale};
    for (const uint64_t byte : touched) {
        const auto [row, column] = array.placeOf(byte);
        down.touched.push_back(row);
        across.touched.push_back(column);
    }
    for (auto* each : {&down.touched, &across.touched}) {
        std::sort(each->begin(), each->end());
        each->erase(std::unique(each->begin(), each->end()), each->end());
    }
    // Few columns take all of the width.
    across.largest = std::max(across.largest, map.columnNumbers.width() / static_cast<double>(across.places));
    map.columns = layOutBands(map.columnNumbers.width(), across);
    const double top = map.columnNumbers.bottom(), room = area.bottom() - top;
    map.rows = layOutBands(std::max(0.0, room), down);
    if (map.rows.most > 1 || map.columns.most > 1) // the note takes its line
        map.rows = layOutBands(std::max(0.0, room - line), down);
    map.cells = QRectF(map.columnNumbers.left(), top, map.columns.extent(), map.rows.extent());
    map.rowNumbers = QRectF(area.left(), top, rowNumberWidth, map.cells.height());
    if (map.rows.most > 1 || map.columns.most > 1)
        map.note.moveTop(map.cells.bottom());
    else
        map.note = QRectF();
    return map;
}

} // namespace warplens::app
