// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/without_samples.h"

#include "kernels/files/bounded_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace warplens::kernels {

std::string withoutSamples(const std::string& text) {
    constexpr std::string_view name = "\"samples_ms\"", space = " \t\r\n", numbers = "0123456789+-.eE, \t\r\n";
    std::string left;
    size_t copied = 0;
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        if (at > 0 && text[at - 1] == '\\') // in a text
            continue;
        const size_t colon = text.find_first_not_of(space, at + name.size());
        if (colon == std::string::npos || text[colon] != ':')
            continue;
        const size_t list = text.find_first_not_of(space, colon + 1);
        if (list == std::string::npos || text[list] != '[')
            continue;
        const size_t end = text.find_first_not_of(numbers, list + 1);
        if (end == std::string::npos || text[end] != ']') // no numbers: who reads it says so
            continue;
        left.append(text, copied, list + 1 - copied);
        copied = at = end;
    }
    return left.append(text, copied);
}

void sortRecordings(LoadedRecordings& loaded) {
    std::stable_sort(loaded.recordings.begin(), loaded.recordings.end(), [](const auto& a, const auto& b) {
        const auto rank = [](const Recording& each) {
            return std::pair(each.provenance.quoted, -static_cast<std::ptrdiff_t>(each.results.size()));
        };
        return rank(a.second) < rank(b.second);
    });
}

LoadedRecordings loadRecordingsWithoutSamples(const std::filesystem::path& folder) {
    LoadedRecordings loaded;
    for (const std::filesystem::path& file : filesIn(folder, ".json")) {
        try {
            loaded.recordings.emplace_back(file, parseRecording(withoutSamples(readText(file, dataLimit))));
        } catch (const FileError& problem) {
            loaded.problems.emplace_back(problem.what());
        } catch (const RecordingError& problem) {
            loaded.problems.push_back(fmt::format("{}: {}", file.string(), problem.what()));
        }
    }
    sortRecordings(loaded);
    return loaded;
}

} // namespace warplens::kernels
