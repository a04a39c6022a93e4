// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/thread_tile.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::app {

std::optional<ThreadTile> threadTileOf(const Scene& scene, uint16_t warp, unsigned lane) {
    struct Stored {
        int64_t row, column;
        uint32_t event;
    };
    std::vector<Stored> places;
    ThreadTile tile;
    if (scene.stores[warp].size() == Scene::storesKept)
        return {};
    for (const uint32_t index : scene.stores[warp]) {
        const auto& event = scene.trace.events[index];
        if (!(event.mask >> lane & 1))
            continue;
        const sim::memory::Access access = scene.trace.accessOf(event);
        const Element first = scene.globalElement(access.address[lane]);
        if (first.array < 0 || (tile.array >= 0 && first.array != tile.array))
            return {};
        tile.array = first.array;
        const unsigned count = access.bytes / scene.globals[static_cast<size_t>(first.array)].elementBytes;
        for (unsigned i = 0; i < std::max(1u, count); ++i)
            places.push_back({first.row, first.column + i, index});
    }
    for (const Stored& place : places) {
        tile.rows.push_back(place.row);
        tile.columns.push_back(place.column);
    }
    const auto once = [](std::vector<int64_t>& numbers) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    };
    once(tile.rows);
    once(tile.columns);
    if (places.size() < 2 || places.size() != tile.rows.size() * tile.columns.size())
        return {};
    tile.written.assign(places.size(), UINT32_MAX);
    for (const Stored& place : places) {
        const auto row = std::lower_bound(tile.rows.begin(), tile.rows.end(), place.row) - tile.rows.begin(),
                   column =
                       std::lower_bound(tile.columns.begin(), tile.columns.end(), place.column) - tile.columns.begin();
        uint32_t& written = tile.written[static_cast<size_t>(row) * tile.columns.size() + static_cast<size_t>(column)];
        if (written != UINT32_MAX)
            return {};
        written = place.event;
    }
    const auto& block = scene.simulation->launch().block;
    const unsigned thread = warp * sim::memory::lanesPerWarp + lane;
    tile.thread = {thread % block.x, thread / block.x % block.y, thread / (block.x * block.y)};
    return tile;
}

Focus focusOnTileElement(const Scene& scene, const Moment& moment, const ThreadTile& tile, size_t row, size_t column) {
    const Element element = tile.element(row, column);
    Focus focus;
    focus.global = element;
    const std::string& name = scene.globals[static_cast<size_t>(element.array)].name;
    focus.text = fmt::format("{}[{}][{}], one of {} sums in the registers of thread ({}, {}): {}.", name, element.row,
                             element.column, tile.written.size(), tile.thread.x, tile.thread.y,
                             tile.isWritten(row, column, moment.position.event) ? "written to global memory"
                                                                                : "still summed up, not written yet");
    return focus;
}

} // namespace warplens::app
