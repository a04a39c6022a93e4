// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/host_place.h"

#include "kernels/process/child_process.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

namespace warplens::engine {
namespace {

using sim::simt::SourcePlace;

/// "/home/me/prog.cu:31 (discriminator 2)"; nothing for "??:0".
std::optional<SourcePlace> placeOf(std::string line) {
    line = line.substr(0, line.find(" ("));
    const size_t colon = line.rfind(':');
    if (colon == std::string::npos || line.starts_with("??"))
        return std::nullopt;
    const unsigned long number = std::strtoul(line.c_str() + colon + 1, nullptr, 10);
    if (number == 0)
        return std::nullopt;
    return SourcePlace{line.substr(0, colon), static_cast<uint32_t>(number)};
}

/// What nvcc writes in passing, and headers of the system, are nobody's own code.
bool isOwn(const SourcePlace& place) {
    std::error_code error;
    return place.file.find("tmpxft_") == std::string::npos && place.file.find("/include/") == std::string::npos &&
           !place.file.ends_with(".cudafe1.stub.c") && std::filesystem::is_regular_file(place.file, error);
}

/// The tables of a unit of lines, as `readelf --debug-dump=rawline` writes them: names by number.
struct UnitTables {
    std::vector<std::filesystem::path> folders;
    std::vector<std::pair<size_t, std::string>> files; ///< with the folder's number

    /// " 1\t2\t(indirect line string, offset: 0x24a): prog.cu"; of a folder without the second number.
    void read(std::string_view row, bool isFile) {
        const size_t name = row.find("): ");
        if (name == std::string_view::npos)
            return;
        std::istringstream in{std::string(row)};
        size_t number = 0, folder = 0;
        if (!(in >> number) || (isFile && !(in >> folder)) || number != (isFile ? files.size() : folders.size()))
            return;
        if (isFile)
            files.emplace_back(folder, row.substr(name + 3));
        else
            folders.emplace_back(row.substr(name + 3));
    }
    std::filesystem::path path(size_t file) const {
        const auto& [folder, name] = files[file];
        return folder < folders.size() ? folders[0] / folders[folder] / name : std::filesystem::path(name);
    }
};

/// Where a line names no file, DWARF 5 means the second of the unit's table, and binutils before 2.42 take the first (PR
/// 30783). The host code of nvcc 12 is such: the first is what nvcc writes in passing, the second the user's source.
SourcePlace corrected(SourcePlace place, const std::string& module) {
    if (place.file.find("tmpxft_") == std::string::npos || !place.file.ends_with(".cudafe1.cpp"))
        return place;
    std::istringstream lines(kernels::runProcess({"readelf", "--debug-dump=rawline", module}, "").output);
    UnitTables unit;
    bool inFolders = false, inFiles = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("The Directory Table") != std::string::npos) {
            unit = {};
            inFolders = true;
        } else if (line.find("The File Name Table") != std::string::npos)
            inFiles = true;
        else if (line.empty())
            inFolders = inFiles = false;
        else if (inFolders || inFiles)
            unit.read(line, inFiles);
        if (inFiles && unit.files.size() == 2 && unit.path(0) == place.file) {
            place.file = unit.path(1);
            return place;
        }
    }
    return place;
}

} // namespace

std::optional<SourcePlace> hostPlace(const std::vector<launches::HostMistake::Frame>& frames) {
    // What <<< >>> calls is made by nvcc: __device_stub__Z3addPi, and add(int*) around it, both said to stand where the
    // kernel does.
    constexpr std::string_view stub = "__device_stub__";
    std::string kernel;
    for (const launches::HostMistake::Frame& frame : frames)
        try {
            const kernels::ProcessResult result =
                kernels::runProcess({"addr2line", "-f", "-e", frame.module, fmt::format("{:#x}", frame.offset)}, "");
            std::istringstream lines(result.output);
            std::string function, line;
            if (!std::getline(lines, function) || !std::getline(lines, line))
                continue;
            if (const size_t at = function.find(stub); at != std::string::npos) {
                kernel = function.substr(at + stub.size());
                continue;
            }
            const bool around = !kernel.empty() && function.size() > 1 && kernel.starts_with(function.substr(1));
            kernel.clear();
            if (around)
                continue;
            auto place = placeOf(line);
            if (place)
                place = corrected(std::move(*place), frame.module);
            if (place && isOwn(*place))
                return place;
        } catch (const std::system_error&) {
            return std::nullopt; // there is none on this machine
        }
    return std::nullopt;
}

} // namespace warplens::engine
