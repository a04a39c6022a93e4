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
            if (const auto place = placeOf(line); place && isOwn(*place))
                return place;
        } catch (const std::system_error&) {
            return std::nullopt; // there is none on this machine
        }
    return std::nullopt;
}

} // namespace warplens::engine
