// SPDX-License-Identifier: GPL-3.0-or-later
// That the rooms are what HACKING.md says: its table, the lists that the build declares, and the files' own includes
// have to agree, in both directions. A room that could use another and does not is a line too many.
#include "rooms_picture.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace {

using Rooms = std::map<std::string, std::set<std::string>>; ///< and what each uses

std::string text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> words(const std::string& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

Rooms declared() {
    Rooms rooms;
    std::istringstream in(text(WARPLENS_ROOMS_FILE));
    for (std::string line; std::getline(in, line);)
        if (const size_t colon = line.find(':'); colon != std::string::npos)
            rooms[line.substr(0, colon)] = words(line.substr(colon + 1));
    return rooms;
}

/// Rows as "| `sim/simt` | what it is | `sim/memory`, `sim/ptx` |".
Rooms written() {
    Rooms rooms;
    std::istringstream in(text(fs::path(WARPLENS_SOURCE_DIR) / "HACKING.md"));
    const std::regex row("^\\| `((?:sim|kernels|app)/[a-z_/]+)` \\|.*\\|([^|]*)\\|$"), name("`([^`]+)`");
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, row))
            continue;
        EXPECT_FALSE(rooms.contains(match[1])) << match[1] << " has two rows";
        std::set<std::string>& uses = rooms[match[1]];
        const std::string list = match[2];
        for (std::sregex_iterator each(list.begin(), list.end(), name), end; each != end; ++each)
            uses.insert((*each)[1]);
    }
    return rooms;
}

/// A folder of a room that has no row of its own belongs to the one above it.
std::string roomOf(const Rooms& rooms, fs::path folder) {
    for (; !folder.empty(); folder = folder.parent_path())
        if (rooms.contains(folder.generic_string()))
            return folder.generic_string();
    return {};
}

struct Includes {
    Rooms rooms;
    std::map<std::pair<std::string, std::string>, std::string> example; ///< a file that does
};

Includes included(const Rooms& known) {
    Includes found;
    const fs::path root = WARPLENS_SOURCE_DIR;
    const std::set<std::string> suffixes{".h", ".cpp", ".inl", ".def", ".in"};
    const std::regex include("^\\s*#\\s*include\\s+\"([^\"]+)\"");
    for (const char* top : {"sim", "kernels", "app"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
            if (!entry.is_regular_file() || !suffixes.contains(entry.path().extension().string()))
                continue;
            const fs::path file = fs::relative(entry.path(), root);
            const std::string room = roomOf(known, file.parent_path());
            EXPECT_TRUE(!room.empty() || file == "app/main.cpp") << file << " is in no room of HACKING.md";
            if (room.empty())
                continue;
            std::istringstream in(text(entry.path()));
            for (std::string line; std::getline(in, line);) {
                std::smatch match;
                if (!std::regex_search(line, match, include))
                    continue;
                const std::string other = roomOf(known, fs::path(match[1].str()).parent_path());
                if (other.empty() || other == room)
                    continue;
                found.rooms[room].insert(other);
                found.example[{room, other}] = file.generic_string() + " includes " + match[1].str();
            }
        }
    return found;
}

/// What the build knows: programs are no libraries and declare nothing.
bool isProgram(const std::string& room) {
    return room == "app/cli" || room == "kernels/worker";
}

} // namespace

TEST(Rooms, IncludeWhatHackingSaysTheyMayUse) {
    const Rooms table = written();
    ASSERT_GT(table.size(), 20u);
    Includes real = included(table);
    for (const auto& [room, uses] : table) {
        for (const std::string& used : real.rooms[room])
            EXPECT_TRUE(uses.contains(used))
                << room << " must not use " << used << ": " << real.example[std::pair(room, used)];
        for (const std::string& allowed : uses)
            EXPECT_TRUE(real.rooms[room].contains(allowed))
                << room << " may use " << allowed << " in HACKING.md, and does not";
    }
}

TEST(Rooms, AreDeclaredAsHackingHasThem) {
    const Rooms table = written();
    Rooms build = declared();
    for (const auto& [room, uses] : table) {
        if (isProgram(room))
            continue;
        if (room == "kernels/cudart" && !build.contains(room))
            continue; // it needs CUDA's headers, and this build has none
        ASSERT_TRUE(build.contains(room)) << room << " is no target";
        EXPECT_EQ(build[room], uses) << room;
        build.erase(room);
    }
    for (const auto& [room, uses] : build)
        ADD_FAILURE() << room << " has no row in HACKING.md";
}

TEST(Rooms, HaveNoCycle) {
    Rooms rooms = written();
    bool removed = true;
    while (removed) {
        removed = false;
        for (auto room = rooms.begin(); room != rooms.end();) {
            bool free = true;
            for (const std::string& used : room->second)
                free &= !rooms.contains(used);
            room = free ? (removed = true, rooms.erase(room)) : std::next(room);
        }
    }
    for (const auto& [room, uses] : rooms)
        ADD_FAILURE() << room << " is part of a cycle";
}

// WARPLENS_WRITE_ROOMS=1 draws it anew.
TEST(Rooms, ThePictureIsThatOfTheTable) {
    const fs::path file = fs::path(WARPLENS_SOURCE_DIR) / "docs/rooms.svg";
    const std::string drawn = warplens::structure::roomsPicture(written());
    if (std::getenv("WARPLENS_WRITE_ROOMS") != nullptr)
        std::ofstream(file, std::ios::binary) << drawn;
    EXPECT_TRUE(text(file) == drawn) << "WARPLENS_WRITE_ROOMS=1 build/bin/structure_test draws " << file << " anew";
    EXPECT_NE(text(fs::path(WARPLENS_SOURCE_DIR) / "HACKING.md").find("(docs/rooms.svg)"), std::string::npos);
}

TEST(Rooms, ThePictureLeavesOutWhatFollows) {
    const auto lines = [](const Rooms& rooms) {
        const std::string svg = warplens::structure::roomsPicture(rooms);
        size_t count = 0;
        for (size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1))
            ++count;
        return count;
    };
    EXPECT_EQ(lines({{"a", {}}, {"b", {"a"}}}), 1u);
    EXPECT_EQ(lines({{"a", {}}, {"b", {"a"}}, {"c", {"a", "b"}}}), 2u) << "c uses a because b does";
    EXPECT_EQ(lines({{"a", {}}, {"b", {"a"}}, {"c", {"b"}}, {"d", {}}, {"e", {"c", "d"}}}), 3u + 3u)
        << "one from row to row";
}
