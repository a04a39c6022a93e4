// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/arrangement.h"

#include "app/views/picture.h"

#include <algorithm>

namespace warplens::app {
namespace {

bool contains(const PictureNames& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// In the order of the registry.
PictureNames sorted(const PictureNames& names) {
    PictureNames in;
    for (const PictureKind& kind : pictureKinds())
        if (contains(names, kind.name))
            in.emplace_back(kind.name);
    return in;
}

/// One that stands beside those that suit.
bool isExtra(const std::string& name) {
    return name.starts_with('+');
}

void add(PictureNames& names, const std::string& name, const PictureRoom& room) {
    const PictureKind* kind = findPicture(name);
    if (!kind || contains(names, name))
        return;
    if (names.size() >= room.most() && kind->instead)
        std::erase(names, kind->instead);
    // 32 rows want to be read: in a low window they take the whole column.
    if (room.low() && !room.presentation && name == "warp")
        std::erase_if(names, [&](const std::string& other) { return findPicture(other)->side == kind->side; });
    // For a room, where the elements are stays in sight; beside another pane, what they cost.
    while (names.size() >= room.most())
        names.erase(room.presentation ? names.end() - 1 : names.begin());
    names.push_back(name);
}

} // namespace

size_t PictureRoom::most() const {
    if (half)
        return low() ? 1 : 2;
    if (presentation)
        return 2;
    if (tight())
        return width < 480 ? 1 : 2;
    return wide() ? 6 : 4;
}

PictureNames suitingPictures(const PictureRoom& room) {
    if (!room.alone.empty())
        return {room.alone.begin(),
                room.alone.begin() + static_cast<std::ptrdiff_t>(std::min(room.alone.size(), room.most()))};
    const std::string memory = room.hasShared ? "banks" : "global";
    if (!room.half && !room.presentation && !room.tight())
        return {"tiles", "global", "source", room.hasShared ? "banks" : "warp"};
    // What the stage is about, beside where its elements are.
    const PictureKind* about = findPicture(room.opens);
    const bool seen = about && room.opens != "tiles" && (room.hasShared || !about->needsShared);
    const std::string first = seen ? room.opens : memory;
    return room.most() == 1 ? PictureNames{first} : sorted({"tiles", first});
}

PictureNames shownPictures(const PictureNames& chosen, const PictureRoom& room) {
    if (!std::all_of(chosen.begin(), chosen.end(), isExtra))
        return sorted(chosen);
    PictureNames names = suitingPictures(room);
    for (const std::string& extra : chosen)
        add(names, extra.substr(1), room);
    return sorted(names);
}

PictureNames toggledPicture(const PictureNames& chosen, const std::string& name, const PictureRoom& room) {
    PictureNames names = chosen;
    if (std::erase(names, "+" + name) > 0)
        return names;
    const PictureNames shown = shownPictures(chosen, room);
    const bool isShown = contains(shown, name);
    if (!isShown && std::all_of(chosen.begin(), chosen.end(), isExtra)) {
        names.push_back("+" + name);
        return names;
    }
    names = shown;
    if (!isShown)
        add(names, name, room);
    else if (names.size() > 1)
        std::erase(names, name);
    names = sorted(names);
    return names == suitingPictures(room) ? PictureNames() : names;
}

std::vector<PictureNames> pictureColumns(const PictureNames& shown, const PictureRoom& room) {
    if (room.half || room.narrow() || shown.size() <= 1)
        return {shown};
    if ((room.presentation || room.tight()) && shown.size() <= 3) {
        std::vector<PictureNames> columns;
        for (const std::string& name : shown)
            columns.push_back({name});
        return columns;
    }
    std::vector<PictureNames> columns(2);
    for (const std::string& name : shown)
        columns[findPicture(name)->side == PictureKind::Side::Left ? 0 : 1].push_back(name);
    if (room.wide() && shown.size() > 4) {
        columns.emplace_back();
        for (size_t side = 0; side < 2; ++side)
            while (columns[side].size() > 2) {
                columns[2].insert(columns[2].begin(), columns[side].back());
                columns[side].pop_back();
            }
    }
    // Two of one side stand beside each other, too.
    for (size_t side = 0; side < 2; ++side)
        while (columns[1 - side].empty() || columns[side].size() > columns[1 - side].size() + 1) {
            if (columns[side].size() < 2)
                break;
            columns[1 - side].push_back(columns[side].back());
            columns[side].pop_back();
        }
    std::erase_if(columns, [](const PictureNames& column) { return column.empty(); });
    return columns;
}

} // namespace warplens::app
