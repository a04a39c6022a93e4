// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/headed_text.h"

#include "kernels/catalogue/nearest.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace warplens::words {

std::vector<std::string> listed(std::string_view text) {
    std::vector<std::string> words;
    for (size_t at = 0; at <= text.size();) {
        const size_t comma = std::min(text.find(',', at), text.size());
        if (const std::string word = trimmed(text.substr(at, comma - at)); !word.empty())
            words.push_back(word);
        at = comma + 1;
    }
    return words;
}

std::optional<size_t> wholeNumber(std::string_view text) {
    size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

void joinLine(std::string& text, const std::string& line) {
    text += (text.empty() ? "" : " ") + line;
}

HeadedText::HeadedText(const std::filesystem::path& file, const std::vector<std::string>& keys) {
    std::istringstream in;
    try {
        in.str(kernels::readText(file, kernels::sourceLimit));
    } catch (const kernels::FileError& error) {
        throw TextMistake(0, "cannot be read: " + error.reason);
    }
    for (std::string line; std::getline(in, line);)
        all.push_back(trimmed(line));
    if (keys.empty())
        return;
    if (all.empty() || all[0] != "---")
        throw TextMistake(
            1, fmt::format("begins without a header: write ---, then {}: …, then ---", fmt::join(keys, ": …, ")));
    for (next = 1; next < all.size() && all[next] != "---"; ++next) {
        if (all[next].empty())
            continue;
        const size_t colon = all[next].find(':');
        const std::string key = trimmed(std::string_view(all[next]).substr(0, colon));
        if (colon == std::string::npos || std::find(keys.begin(), keys.end(), key) == keys.end())
            throw TextMistake(number(),
                              fmt::format("there is no '{}' in a header{}", key, kernels::suggestion(key, keys)));
        header[key] = {trimmed(std::string_view(all[next]).substr(colon + 1)), number()};
    }
    if (next == all.size())
        throw TextMistake(1, "the header has no end: write --- after it");
    ++next;
}

const std::string& HeadedText::required(const std::string& key) const {
    const auto found = header.find(key);
    if (found == header.end() || found->second.first.empty())
        throw TextMistake(1, fmt::format("the header has no '{}'", key));
    return found->second.first;
}

int HeadedText::lineOf(const std::string& key) const {
    const auto found = header.find(key);
    return found == header.end() ? 1 : found->second.second;
}

} // namespace warplens::words
